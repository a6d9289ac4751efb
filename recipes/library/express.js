// express.js
import { toMiddleware } from 'citable/node'
import express from 'express'
import { handler } from './handler.js'

const app = express()
app.disable('x-powered-by')
app.use(toMiddleware(handler))
app.get('/health', (_req, res) => res.send('well'))
app.listen(3000)
