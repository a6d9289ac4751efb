import { expect, test } from 'vitest'
import { folderWith, post, run } from './run.ts'

const dir = folderWith({ 'posts/week-01.md': post() })
const get = (...args: string[]) => run(['get', '--dir', dir, ...args])

test('the body alone, as a server would send it', async () => {
  const { code, stdout } = await get('/api/v1/posts/week-01.json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ id: 'week-01', title: 'A title' })
})

test('-H sends a header, whatever its case, and several of one name are one list', async () => {
  const asked = await get('/posts/week-01', '-H', 'ACCEPT: text/markdown')
  expect(asked.stdout).toMatch(/^---\ntitle: /)
  const joined = await get('/posts/week-01', '-H', 'Accept: text/html;q=0.5', '-H', 'accept: text/markdown')
  expect(joined.stdout).toBe(asked.stdout)
  expect((await get('/posts/week-01', '-H', 'X-Other: 1')).stdout).toMatch(/^<!doctype html>/i)
})

test('-i shows status and headers before the body, and a tag that still holds gives 304 and status 0', async () => {
  const { stdout } = await get('-i', '/robots.txt')
  const [head = '', body = ''] = stdout.split('\n\n')
  const [status, ...headers] = head.split('\n')
  expect(status).toMatch(/^HTTP\/1\.1 200/)
  expect(headers).toContain('Content-Type: text/plain; charset=utf-8')
  expect(headers).toContain('Vary: Accept-Encoding')
  expect(body).toMatch(/^User-agent: \*/m)
  const etag = /^ETag: (.*)$/m.exec(head)?.[1] ?? ''
  const again = await get('-i', '/robots.txt', '-H', `If-None-Match: ${etag}`)
  expect(again.code).toBe(0)
  expect(again.stdout).toMatch(/^HTTP\/1\.1 304/)
})

test('-X HEAD has the headers of GET and no body', async () => {
  const [whole, head] = await Promise.all([
    get('-i', '/posts/week-01'),
    get('-i', '-X', 'HEAD', '/posts/week-01'),
  ])
  expect(head.code).toBe(0)
  expect(head.stdout).toBe(`${whole.stdout.split('\n\n')[0]}\n\n`)
})

test('-d sends a body, with POST unless -X says otherwise', async () => {
  const message = ['-H', 'Content-Type: application/json', '-d', '{"jsonrpc":"2.0","id":7,"method":"ping"}']
  const { code, stdout } = await get('/mcp', ...message)
  expect({ code, answer: JSON.parse(stdout) }).toEqual({
    code: 0,
    answer: { jsonrpc: '2.0', id: 7, result: {} },
  })
  expect(JSON.parse((await get('/mcp', '-X', 'PUT', ...message)).stdout).error.status).toBe(405)
})

const refused: readonly (readonly [args: readonly string[], status: number, code: string])[] = [
  [['/posts/week-99'], 404, 'resource_not_found'],
  [['/api/v1/index.json', '-H', 'Accept: text/html'], 406, 'not_acceptable'],
  [['/api/v1/index.json', '-X', 'POST'], 405, 'method_not_allowed'],
]

for (const [args, status, code] of refused) {
  test(`${args.join(' ')} prints the ${status} and ends with status 1`, async () => {
    const answer = await get(...args)
    expect(answer.code).toBe(1)
    expect(JSON.parse(answer.stdout).error).toMatchObject({ status, code })
  })
}

test('the folder is archive unless another is named', async () => {
  const cwd = folderWith({ 'archive/posts/week-01.md': post() })
  const { code, stdout, stderr } = await run(['get', '/posts/week-01.md'], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('# A title')
})

test('broken content: diagnostics on standard error, nothing on standard output, status 1', async () => {
  const dir = folderWith({ 'posts/week-01.md': post(`Text.\n\n${'>'.repeat(101)} lost`) })
  const { code, stdout, stderr } = await run(['get', '--dir', dir, '/'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(`${dir}/posts/week-01.md:10:1 error nested-too-deep: `)
  expect(stderr).toMatch(/\ncitable: .* is not published: 1 error\.\n$/)
})
