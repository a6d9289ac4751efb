// ask.js
import { handler } from './handler.js'

const { status, headers, body } = handler({
  method: 'GET',
  target: '/posts/week-01',
  accept: 'text/markdown',
})
if (body) console.log(status, headers.length / 2, new TextDecoder().decode(body))
