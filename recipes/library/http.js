// http.js
import { createServer } from 'node:http'
import { toMiddleware } from 'citable/node'
import { handler } from './handler.js'

createServer(toMiddleware(handler)).listen(3000)
