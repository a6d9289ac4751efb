import packed from './archive.bin'
import { toFetch } from '../../dist/runtime/fetch.js'
import { serve, unpack } from '../../dist/serve.js'

export default { fetch: toFetch(serve(unpack(new Uint8Array(packed)))) }
