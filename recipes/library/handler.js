// handler.js
import { readFileSync } from 'node:fs'
import { serve, unpack } from 'citable/serve'

export const handler = serve(unpack(readFileSync('archive.bin')))
