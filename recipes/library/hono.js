// hono.js
import { serve } from '@hono/node-server'
import { toFetch } from 'citable/fetch'
import { Hono } from 'hono'
import { handler } from './handler.js'

const app = new Hono()
const archive = toFetch(handler)
app.get('/health', (context) => context.text('well'))
app.all('*', (context) => archive(context.req.raw))
serve({ fetch: app.fetch, port: 3000 })
