import { expect, test } from 'vitest'
import { got, handlerOf } from './got.ts'
import { folderWith, post, run } from './run.ts'

const dir = folderWith({ 'posts/week-01.md': post() })
const handler = await handlerOf(dir, {})
const get = (...args: string[]) => got(handler, args).toString()

test('prints the body as a server sends it, by default from the folder archive', async () => {
  const cwd = folderWith({ 'archive/posts/week-01.md': post() })
  const { code, stdout, stderr } = await run(['get', '/api/v1/posts/week-01.json'], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ id: 'week-01', title: 'A title' })
})

test('prints an error response and exits with 1', async () => {
  const { code, stdout } = await run(['get', '--dir', dir, '/posts/week-99'])
  expect(code).toBe(1)
  expect(JSON.parse(stdout).error).toMatchObject({ status: 404, code: 'resource_not_found' })
})

test('-H sets a header, in any case; repeated ones are joined', () => {
  const asked = get('/posts/week-01', '-H', 'ACCEPT: text/markdown')
  expect(asked).toMatch(/^---\ntitle: /)
  const joined = get('/posts/week-01', '-H', 'Accept: text/html;q=0.5', '-H', 'accept: text/markdown')
  expect(joined).toBe(asked)
  expect(get('/posts/week-01', '-H', 'X-Other: 1')).toMatch(/^<!doctype html>/i)
})

test('-i prints status and headers before the body, for a 304 too', () => {
  const [head = '', body = ''] = get('-i', '/robots.txt').split('\n\n')
  const [status, ...headers] = head.split('\n')
  expect(status).toMatch(/^HTTP\/1\.1 200/)
  expect(headers).toContain('Content-Type: text/plain; charset=utf-8')
  expect(headers).toContain('Vary: Accept-Encoding')
  expect(body).toMatch(/^User-agent: \*/m)
  const etag = /^ETag: (.*)$/m.exec(head)?.[1] ?? ''
  expect(get('-i', '/robots.txt', '-H', `If-None-Match: ${etag}`)).toMatch(/^HTTP\/1\.1 304/)
})

test('-X HEAD prints the headers of GET without a body', () => {
  const withBody = get('-i', '/posts/week-01')
  expect(get('-i', '-X', 'HEAD', '/posts/week-01')).toBe(`${withBody.split('\n\n')[0]}\n\n`)
})

test('-d sends a body, with POST by default', () => {
  const message = ['-H', 'Content-Type: application/json', '-d', '{"jsonrpc":"2.0","id":7,"method":"ping"}']
  expect(JSON.parse(get('/mcp', ...message))).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
  expect(JSON.parse(get('/mcp', '-X', 'PUT', ...message)).error.status).toBe(405)
})

test('prints content errors to stderr, nothing to stdout, and exits with 1', async () => {
  const dir = folderWith({ 'posts/week-01.md': post(`Text.\n\n${'>'.repeat(101)} lost`) })
  const { code, stdout, stderr } = await run(['get', '--dir', dir, '/'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(`${dir}/posts/week-01.md:10:1 error nested-too-deep: `)
  expect(stderr).toMatch(/\ncitable: .* is not published: 1 error\. `--skip-broken` publishes the rest\.\n$/)
})
