import { describe, expect, test } from 'vitest'
import { type Site, statusOf } from './site.ts'

/** Terms and requests to clients, which only the documentation can state. */
export function documents(site: Site): void {
  /** Without line breaks, which can fall anywhere in a sentence. */
  const prose = async (path: string) => (await site.ask(path)).text.replaceAll(/\s+/g, ' ')
  const says = async (paths: readonly string[], ...parts: readonly (string | RegExp)[]) => {
    for (const path of paths) for (const part of parts) expect(await prose(path), path).toMatch(part)
  }
  const portal = ['/developers.md']
  const agents = ['/agent-instructions.md']

  describe('the documentation', () => {
    test('[what-6.free] [auth-2] [limits-1.cdn] allows any use, without a quota or a key', async () => {
      const attribution = 'no quota, no key, and no attribution requirement in code'
      const all = [...portal, ...agents, '/privacy.md']
      await says(all, 'Free for any use, commercial use included', attribution)
      await says(portal, /There are no rate-limit headers; a CDN in front .* its own limits/)
    })

    test('[what-6.cite] [what-6.benchmark] says what to cite', async () => {
      await says(
        [...portal, ...agents, '/privacy.md'],
        'quotes a post cites its author, its title and its canonical URL',
        'quotes a benchmark number from a post cites the primary source that the post names',
      )
    })

    test('[auth-3] asks clients for a descriptive User-Agent', async () => {
      await says([...portal, ...agents], 'Send a `User-Agent` that names your project')
    })

    test('[auth-1] says that no key or signup is needed', async () => {
      await says(portal, 'No key, no sign-up, no quota')
      await says(agents, 'no key, no sign-up')
    })

    test('[limits-2] asks clients to cache responses for at least an hour', async () => {
      await says([...agents, '/privacy.md'], 'for at least an hour', 'changes about once a week')
    })

    test('[endpoints-2] says that clients filter by type themselves', async () => {
      await says(portal, 'Filter it in the client; the server ignores `type=research` in the query')
      await says(agents, 'filter by `type` and `tags` yourself')
    })

    test('[versioning-3] [versioning-4] [versioning-5] says what can change, and how', async () => {
      await says(portal, 'New fields ship without notice', 'Breaking changes get a new path prefix')
      await says(portal, 'The published contract is the only guarantee')
    })

    test('[versioning-1.contract] states the contract and OpenAPI versions', async () => {
      await says(portal, /\[OpenAPI 3\.1\]\(\S+\/openapi\.json\).*version 1\.0\.0/)
    })

    test('has working URLs in its commands, except in the error example', async () => {
      const { text } = await site.ask('/developers.md')
      const commands = text.match(/^```sh\b[^\n]*\n.*?^```/gms)?.join('') ?? ''
      const urls = new Set(commands.match(/https?:\/\/[^\s)'"]+/g))
      expect(urls.size).toBeGreaterThan(5)
      for (const url of urls) {
        expect(await statusOf(site, site.pathOf(url)), url).toBe(url.endsWith('/nope.json') ? 404 : 200)
      }
    })

    test('[error.code] [error.status] lists the error codes with their statuses', async () => {
      const { text } = await site.ask('/developers.md')
      for (const [status, code] of [
        [400, 'bad_request'],
        [404, 'resource_not_found'],
        [405, 'method_not_allowed'],
        [406, 'not_acceptable'],
        [413, 'payload_too_large'],
        [500, 'internal_error'],
      ]) {
        expect(text).toContain(`| ${status} | \`${code}\` |`)
      }
    })
  })
}
