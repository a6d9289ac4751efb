import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { staticTarget } from '../../src/cli/targets/static.ts'
import { folder, readArchive } from '../../src/compile.ts'
import { fixture } from '../cli/run.ts'
import { connect } from '../contract/client.ts'
import { installed } from '../installed.ts'
import { freePort, running } from './server.ts'

/** Hosts that know nothing of the archive but the one line that lets them serve `/x` from `x.html`. */

async function exported(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'citable-stock-'))
  const { value: archive } = await readArchive(folder(fixture), { baseUrl: 'https://archive.example' })
  if (!archive) throw new Error('the archive has errors')
  await staticTarget(archive, { out: join(dir, 'site'), compress: false })
  return dir
}

/** The status of every page of the sitemap. */
async function statuses(origin: string): Promise<Map<string, number>> {
  const ask = connect(origin)
  try {
    const { text } = await ask('/sitemap.xml')
    const pages = Array.from(
      text.matchAll(/<loc>https:\/\/archive\.example([^<]*)<\/loc>/g),
      ([, path]) => path || '/',
    )
    expect(pages.length).toBeGreaterThan(20)
    const found = new Map<string, number>()
    for (const page of pages) found.set(page, (await ask(page)).status)
    return found
  } finally {
    ask.close()
  }
}

const nginx = installed('nginx')
const caddy = installed('caddy')

test.skipIf(!nginx)(
  'nginx with try_files answers 200 to every canonical address, and redirects none',
  async () => {
    const [dir, port] = [await exported(), await freePort()]
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${dir}/${name};`,
    )
    writeFileSync(
      join(dir, 'config'),
      `daemon off; master_process off; pid ${dir}/pid; error_log stderr; events { }
http { access_log off; ${temporary.join(' ')} types { text/html html; }
  server { listen 127.0.0.1:${port}; root ${dir}/site; location / { try_files $uri $uri.html $uri/index.html =404; } } }`,
    )
    const { origin, close } = await running(nginx ?? '', ['-p', dir, '-c', join(dir, 'config')], dir, port)
    try {
      expect([...(await statuses(origin))].filter(([, status]) => status !== 200)).toEqual([])
    } finally {
      await close()
    }
  },
)

describe.skipIf(!caddy)('Caddy', () => {
  test('with try_files answers 200 to every canonical address, and redirects none', async () => {
    const [dir, port] = [await exported(), await freePort()]
    writeFileSync(
      join(dir, 'config'),
      `{\n admin off\n}\nhttp://127.0.0.1:${port} {\n root * ${dir}/site\n try_files {path} {path}.html\n file_server\n}\n`,
    )
    const args = ['run', '--adapter', 'caddyfile', '--config', join(dir, 'config')]
    const { origin, close } = await running(caddy ?? '', args, dir, port)
    try {
      expect([...(await statuses(origin))].filter(([, status]) => status !== 200)).toEqual([])
    } finally {
      await close()
    }
  })

  test('without it looks for no ending: it redirects nothing, and finds no page but the first', async () => {
    const [dir, port] = [await exported(), await freePort()]
    const args = ['file-server', '--root', join(dir, 'site'), '--listen', `127.0.0.1:${port}`]
    const { origin, close } = await running(caddy ?? '', args, dir, port)
    try {
      for (const [page, status] of await statuses(origin))
        expect([page, status]).toEqual([page, page === '/' ? 200 : 404])
    } finally {
      await close()
    }
  })
})
