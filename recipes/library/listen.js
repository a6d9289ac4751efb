// listen.js
import { listen } from 'citable/node'
import { handler } from './handler.js'

const { close } = await listen({ handler, port: 3000, host: '127.0.0.1' })
process.once('SIGTERM', close)
