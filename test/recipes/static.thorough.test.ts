import { describe, expect, test } from 'vitest'
import { staticTarget } from '../../src/cli/targets/static.ts'
import { folder, readArchive } from '../../src/compile.ts'
import { emptyFolder, fixture } from '../cli/run.ts'
import { connect } from '../contract/client.ts'
import { installed } from '../installed.ts'
import { caddy, heldPort, nginx, type Started } from './real-proxies.ts'
import { adapted } from './recipe.ts'

/** File servers with one added line that serves `/x` from `x.html`. */

test.skipIf(!installed('nginx'))(
  'nginx, configured as in the docs, responds with 200 to every canonical URL',
  async () => {
    const statuses = await statusesFrom((port, site) => {
      const lines = adapted('static/nginx.conf', { '/srv/archive': site })
      return nginx(port, `types { text/html html; }\nserver { listen 127.0.0.1:${port};\n${lines} }`)
    })
    expect([...statuses].filter(([, status]) => status !== 200)).toEqual([])
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

  test('configured as in the docs responds with 200 to every canonical URL', async () => {
    expect([...(await statusesFrom(files({})))].filter(([, status]) => status !== 200)).toEqual([])
  })

  test('without try_files only serves the home page, and does not redirect', async () => {
    for (const [page, status] of await statusesFrom(files({ [tryFiles]: '' })))
      expect([page, status]).toEqual([page, page === '/' ? 200 : 404])
  })
})

/** The status of every page of the sitemap. */
async function statusesFrom(
  start: (port: number, site: string) => Promise<Started>,
): Promise<Map<string, number>> {
  const out = emptyFolder()
  const { value: archive } = await readArchive(folder(fixture), { baseUrl: 'https://archive.example' })
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
    const found = new Map<string, number>()
    for (const page of pages) found.set(page, (await ask(page)).status)
    return found
  } finally {
    ask.close()
    await server.stop()
  }
}
