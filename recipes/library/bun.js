// bun.js
import { toFetch } from 'citable/fetch'
import { handler } from './handler.js'

Bun.serve({ port: 3000, fetch: toFetch(handler) })
