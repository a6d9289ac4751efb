// packed.js
import { listen, openPacked } from 'citable/node'
import { serve } from 'citable/serve'

const snapshot = await openPacked('archive.bin')
const { close } = await listen({ handler: serve(snapshot), port: 3000, host: '127.0.0.1' })
process.once('SIGTERM', close)
