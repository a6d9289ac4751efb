// api/archive.js
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toFetch } from 'citable/fetch'
import { serve, unpack } from 'citable/serve'

const packed = readFileSync(join(process.cwd(), 'archive.bin'))
export default { fetch: toFetch(serve(unpack(packed))) }
