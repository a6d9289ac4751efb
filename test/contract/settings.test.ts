import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyFolder, folderWith, post, run, startServer } from '../cli/run.ts'

/**
 * Precedence of settings, tested on the built command. An address that no machine has (RFC 1112 §4) makes `serve` report
 * where it would have listened, without using a port.
 */

const archive = folderWith({ 'posts/week-01.md': post() })
const nowhere = '240.0.0.1'

describe('the base URL comes from', () => {
  const withOne = folderWith({
    'archive.yaml': 'baseUrl: https://yaml.example\n',
    'posts/week-01.md': post(),
  })
  const flag = ['--base-url', 'https://flag.example']
  const env = { BASE_URL: 'https://env.example' }

  test.each([
    ['--base-url first', withOne, flag, env, 'https://flag.example'],
    ['BASE_URL next', withOne, [], env, 'https://env.example'],
    ['archive.yaml next', withOne, [], {}, 'https://yaml.example'],
    ['http://localhost and the port last', archive, [], {}, 'http://localhost:3000'],
  ])('[decided-9.base-url] %s', async (_, dir, args, env, expected) => {
    const out = join(emptyFolder(), 'site')
    expect(await run(['build', dir, '--out', out, ...args], { env })).toMatchObject({ code: 0 })
    expect(readFileSync(join(out, 'robots.txt'), 'utf8')).toContain(`Sitemap: ${expected}/sitemap.xml`)
  })

  test('[decided-9.base-url] [decided-9.host] the actual port of a server with --port 0', async () => {
    const server = await startServer([archive, '--port', '0'])
    const text = await (await server.get('/robots.txt')).text()
    expect(text).toContain(`Sitemap: http://localhost:${server.port}/sitemap.xml`)
    await server.stop()
  })
})

describe('port and host come from', () => {
  const variables = { PORT: '4002', HOST: '240.0.0.2' }
  test.each([
    [
      '[decided-9.host] --port and --host first',
      ['--port', '4001', '--host', nowhere],
      variables,
      nowhere,
      4001,
    ],
    ['[decided-9.host] PORT and HOST next', [], variables, '240.0.0.2', 4002],
    ['3000 last', ['--host', nowhere], {}, nowhere, 3000],
  ])('[decided-9.port] %s', async (_, args, env, host, port) => {
    const { stderr } = await run(['serve', archive, ...args], { env })
    expect(stderr).toContain(`Cannot listen on ${host}, port ${port}:`)
  })

  test('[decided-9.host] 127.0.0.1 last', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { stderr } = await run(['serve', archive, '--port', String(port)])
    other.close()
    expect(stderr).toContain(`Cannot listen on 127.0.0.1, port ${port}:`)
  })
})
