// deno.js
import { toFetch } from 'citable/fetch'
import { handler } from './handler.js'

Deno.serve({ port: 3000 }, toFetch(handler))
