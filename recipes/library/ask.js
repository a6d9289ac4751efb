// ask.js
import { requireAnswer } from 'citable/serve'
import { handler } from './handler.js'

const request = { method: 'GET', target: '/posts/week-01', accept: 'text/markdown' }
const { status, headers, body } = requireAnswer(handler(request))
if (body) console.log(status, headers.length / 2, new TextDecoder().decode(body))
