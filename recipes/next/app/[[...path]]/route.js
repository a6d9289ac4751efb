// app/[[...path]]/route.js
import { toFetch } from 'citable/fetch'
import { handler } from '../../handler.js'

// Next compresses, and strips Content-Encoding from what is compressed already. Its gzip keeps the tag, which is therefore weak.
const GET = toFetch((request) => {
  const answer = handler({ ...request, acceptEncoding: 'identity' })
  if (answer.needs) return answer
  const headers = answer.headers.map((value, at, list) => (list[at - 1] === 'ETag' ? `W/${value}` : value))
  return { ...answer, headers }
})
export { GET, GET as HEAD, GET as POST, GET as PUT, GET as PATCH, GET as DELETE, GET as OPTIONS }
