import { describe, expect, test } from 'vitest'
import { staticTarget } from '../../src/build/export/static.ts'
import { fromFolder } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { emptyFolder, fixture } from '../cli/run.ts'
import { connect } from '../contract/client.ts'
import { installed } from '../installed.ts'
import { caddy, heldPort, nginx, type Started } from './real-proxies.ts'
import { adapted } from './recipe.ts'

/** File servers with one added line that serves `/x` from `x.html`. */

test.skipIf(!installed('nginx'))(
  'nginx, configured as in the docs, serves every page and its twin in their type',
  async () => {
    const replies = await repliesFrom((port, site) => {
      const lines = adapted('static/nginx.conf', { '/srv/archive': site })
      return nginx(port, `types { text/html html; }\nserver { listen 127.0.0.1:${port};\n${lines} }`)
    })
    expectPagesAndTwins(replies)
  },
)

describe.skipIf(!installed('caddy'))('Caddy', () => {
  const tryFiles = 'try_files {path} {path}.html'
  const files = (more: Readonly<Record<string, string>>) => (port: number, site: string) =>
    caddy(
      port,
      adapted('static/Caddyfile', {
        'example.org': `http://127.0.0.1:${port}`,
        '/srv/archive': site,
        ...more,
      }),
    )

  test('configured as in the docs serves every page and its twin in their type', async () => {
    expectPagesAndTwins(await repliesFrom(files({})))
  })

  test('without try_files only serves the home page, and does not redirect', async () => {
    for (const [path, reply] of await repliesFrom(files({ [tryFiles]: '' })))
      if (!path.endsWith('.md')) expect([path, reply]).toEqual([path, path === '/' ? types.html : '404'])
  })
})

const types = { html: '200 text/html; charset=utf-8', md: '200 text/markdown; charset=utf-8' }

function expectPagesAndTwins(replies: ReadonlyMap<string, string>): void {
  const expected = Array.from(replies, ([path]) => [path, path.endsWith('.md') ? types.md : types.html])
  expect([...replies]).toEqual(expected)
}

/** The status and type of every page in the sitemap, and of its twin. */
async function repliesFrom(
  start: (port: number, site: string) => Promise<Started>,
): Promise<Map<string, string>> {
  const out = emptyFolder()
  const { value: archive } = await readArchive(fromFolder(fixture), { baseUrl: 'https://archive.example' })
  if (!archive) throw new Error('the archive has errors')
  await staticTarget(archive, { out, compress: false })
  const { port, release } = await heldPort()
  await release()
  const server = await start(port, out)
  const ask = connect(`http://127.0.0.1:${port}`)
  try {
    const { text } = await ask('/sitemap.xml')
    const pages = Array.from(
      text.matchAll(/<loc>https:\/\/archive\.example([^<]*)<\/loc>/g),
      ([, path]) => path || '/',
    )
    expect(pages.length).toBeGreaterThan(20)
    const replies = new Map<string, string>()
    for (const path of pages.flatMap((page) => [page, page === '/' ? '/index.md' : `${page}.md`])) {
      const { status, header } = await ask(path)
      replies.set(path, status === 200 ? `200 ${header('Content-Type')}` : String(status))
    }
    return replies
  } finally {
    ask.close()
    await server.stop()
  }
}
