// app/[[...path]]/route.js
import { toFetch } from 'citable/fetch'
import { handler } from '../../handler.js'

// Next compresses, and strips Content-Encoding from what is compressed already. Its gzip keeps the tag, which is therefore weak.
const archive = toFetch((request) => handler({ ...request, acceptEncoding: 'identity' }))

export async function GET(request) {
  const response = await archive(request)
  const tag = response.headers.get('ETag')
  if (tag) response.headers.set('ETag', `W/${tag}`)
  return response
}
export { GET as HEAD, GET as POST, GET as PUT, GET as PATCH, GET as DELETE, GET as OPTIONS }
