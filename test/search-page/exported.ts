import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { staticTarget } from '../../src/build/export/static.ts'
import type { ContentSource } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { sealArchive } from '../../src/build/seal-archive.ts'
import { mediaTypeOf, mediaTypes } from '../../src/representations/media-types.ts'
import { type Handler, serve } from '../../src/serve.ts'

export interface Exported {
  /** Includes the path of the base URL. */
  readonly origin: string
  /** The requested URLs, in order. */
  readonly requests: string[]
  readonly names: readonly string[]
  read(name: string): Buffer
  /** Serves the same archive. */
  readonly handler: Handler
  close(): void
}

/** Exports an archive and serves it from a file server that maps `/x` to `x.html` and applies the CSP in `_headers`. */
export async function exported(source: ContentSource, baseUrl: string): Promise<Exported> {
  const { value: archive } = await readArchive(source, { baseUrl })
  if (!archive) throw new Error('the archive has errors')
  const out = mkdtempSync(join(tmpdir(), 'citable-exported-'))
  await staticTarget(archive, { out })
  const read = (name: string) => readFileSync(join(out, name))
  const isFile = (name: string) => statSync(join(out, name), { throwIfNoEntry: false })?.isFile() === true
  const { pathname } = new URL(baseUrl)
  const prefix = pathname === '/' ? '' : pathname
  const policy = /Content-Security-Policy: (.*)/.exec(String(read('_headers')))?.[1] ?? ''
  const requests: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    const [path = ''] = url.split('?')
    const name = path.startsWith(`${prefix}/`) ? decodeURIComponent(path.slice(prefix.length + 1)) : ''
    const file = [name, `${name || 'index'}.html`].find(isFile)
    response.writeHead(file ? 200 : 404, {
      'Content-Type': file?.endsWith('.html') ? mediaTypes.html : mediaTypeOf(name),
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    })
    response.end(file && read(file))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}${prefix}`,
    requests,
    names: readdirSync(out, { recursive: true, encoding: 'utf8' }).filter(isFile),
    read,
    handler: serve(await sealArchive(archive, { encodings: ['identity'] })),
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(out, { recursive: true, force: true })
    },
  }
}
