// fastify.js
import { toMiddleware } from 'citable/node'
import fastify from 'fastify'
import { handler } from './handler.js'

const app = fastify()
const archive = toMiddleware(handler)
app.addHook('onRequest', (request, reply, next) => archive(request.raw, reply.raw, next))
app.get('/health', () => 'well')
await app.listen({ port: 3000 })
