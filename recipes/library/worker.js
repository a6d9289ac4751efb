// worker.js
import { toFetch } from 'citable/fetch'
import { serve, unpack } from 'citable/serve'
import archive from './archive.bin'

export default { fetch: toFetch(serve(unpack(new Uint8Array(archive)))) }
