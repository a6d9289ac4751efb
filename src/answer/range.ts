import { rangeOutside, type Refuse } from './http-errors.ts'
import type { RequestFacts } from './request.ts'
import type { Answer, Representation, Variant } from '../snapshot/resource.ts'

/**
 * 206 for the one range of bytes that a player asks for (RFC 9110 §14.2), and 416 for one that begins after the end. Undefined where the
 * whole file is the answer: only sound and video have parts, several ranges at once are not worth their multipart, and an If-Range that
 * names another version wants the new one whole.
 */
export function partialAnswer(
  { range, ifRange }: RequestFacts,
  path: string,
  { type }: Representation,
  { etag, full }: Variant,
  refuse: Refuse,
): Answer | undefined {
  if (range === undefined || !/^(?:audio|video)\//.test(type)) return undefined
  if (ifRange !== undefined && ifRange !== etag) return undefined
  const { headers, body } = full
  const span = body === null ? undefined : readRange(range, body.length)
  if (body === null || span === undefined) return undefined
  if (span === 'outside')
    return refuse(rangeOutside(body.length), path, ['Content-Range', `bytes */${body.length}`])
  const [first, end] = span
  const at = headers.indexOf('Content-Length')
  return {
    status: 206,
    headers: [
      ...headers.slice(0, at),
      ...['Content-Length', String(end - first)],
      ...['Content-Range', `bytes ${first}-${end - 1}/${body.length}`],
      ...headers.slice(at + 2),
    ],
    body: body.subarray(first, end),
    transient: true,
  }
}

/** `first-last`, `first-` or `-length`; from its first byte up to the one after its last. Undefined for what is none of these. */
function readRange(range: string, length: number): readonly [number, number] | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(range) ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return Number(last) === 0 ? 'outside' : [Math.max(0, length - Number(last)), length]
  if (last !== '' && Number(last) < Number(first)) return undefined
  if (Number(first) >= length) return 'outside'
  return [Number(first), last === '' ? length : Math.min(Number(last) + 1, length)]
}
