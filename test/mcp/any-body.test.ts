import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RequestFacts } from '../../src/answer/request.ts'
import { answering } from '../answering.ts'
import { fixture } from '../snapshot/fixture.ts'
import { cases } from '../thorough.ts'

const handler = answering(await fixture())

const anyOf = (words: string) => fc.constantFrom(...words.split(' '))
const methods =
  'initialize ping server/discover tools/list tools/call resources/list resources/read prompts/get'
const method = fc.oneof(anyOf(`${methods} notifications/x __proto__`), fc.constant(''))
const tool = anyOf('list_archive_posts get_archive_post search_archive_posts toString')
const oddValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(null, -1, Number.MAX_VALUE, 'week-01', 'method', '', '\ud800', '\ufdfa'),
)
const names = anyOf('id query q series tag limit cursor offset max_chars __proto__')
const toolArguments = fc.dictionary(names, oddValue)
const meta = fc.oneof(
  fc.constant(undefined),
  fc.jsonValue(),
  fc.constant({
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }),
)
const params = fc.record({
  name: fc.oneof(tool, oddValue),
  arguments: fc.oneof(toolArguments, oddValue),
  uri: oddValue,
  cursor: oddValue,
  _meta: meta,
})
const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '2.0', '1.0'),
    id: fc.oneof(fc.integer(), fc.string(), oddValue),
    method,
    params,
  },
  { requiredKeys: ['jsonrpc', 'method'] },
)
const text = fc.oneof(
  message.map((one) => JSON.stringify(one)),
  fc.array(message, { maxLength: 18 }).map((one) => JSON.stringify(one)),
  fc.jsonValue().map((one) => JSON.stringify(one)),
)
const mutated = fc.tuple(text, fc.nat(), fc.uint8Array({ maxLength: 4 })).map(([json, at, bytes]) => {
  const body = Buffer.from(json)
  body.set(bytes.subarray(0, Math.max(0, body.length - (at % (body.length + 1)))), at % (body.length + 1))
  return new Uint8Array(body)
})
const body = fc.oneof(
  text.map((json) => new TextEncoder().encode(json)),
  mutated,
  fc.uint8Array({ maxLength: 200 }),
)
const header = fc.option(anyOf('2026-07-28 2025-06-18 2025-03-26 tools/call =?base64? x'), { nil: undefined })

test('every body gets a valid JSON-RPC response (fuzzing)', () => {
  fc.assert(
    fc.property(body, header, header, header, (bytes, mcpProtocolVersion, mcpMethod, mcpName) => {
      const request: RequestFacts = {
        ...{ method: 'POST', target: '/mcp', host: 'a', contentType: 'application/json', body: bytes },
        ...{ mcpProtocolVersion, mcpMethod, mcpName },
      }
      const answer = handler(request)
      expect([200, 202, 400, 404]).toContain(answer.status)
      if (answer.body === null) {
        expect(answer.status).toBe(202)
        return
      }
      const json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.body))
      for (const one of Array.isArray(json) ? json : [json]) {
        expect(one.jsonrpc).toBe('2.0')
        expect('result' in one).not.toBe('error' in one)
        if (one.error)
          expect([Number.isInteger(one.error.code), typeof one.error.message]).toEqual([true, 'string'])
        else expect(one).toHaveProperty('id')
        expect(one.id).not.toBe(null)
      }
      if (answer.status >= 400) expect(json).toHaveProperty('error')
    }),
    { numRuns: cases(400, 3000), seed: 20260728 },
  )
})
