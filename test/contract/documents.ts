import { describe, expect, test } from 'vitest'
import { type Site, statusOf } from './site.ts'

/** Terms and requests to clients, which only the documentation can state. */
export function documents(site: Site): void {
  /** Without line breaks, which can fall anywhere in a sentence. */
  const prose = async (path: string) => (await site.ask(path)).text.replaceAll(/\s+/g, ' ')
  const both = ['/developers.md', '/agent-instructions.md']

  describe('the documentation', () => {
    test('[what-6.free] [auth-2] [limits-1.cdn] allows any use, without a quota or a key', async () => {
      for (const path of [...both, '/privacy.md']) {
        const text = await prose(path)
        expect(text, path).toContain('Free for any use, commercial use included')
        expect(text, path).toMatch(/no quota, no key, and no attribution requirement in code/)
      }
      expect(await prose('/developers.md')).toMatch(
        /There are no rate-limit headers; a CDN in front .* its own limits/,
      )
    })

    test('[what-6.cite] [what-6.benchmark] says what to cite', async () => {
      for (const path of [...both, '/privacy.md']) {
        const text = await prose(path)
        expect(text, path).toContain('quotes a post cites its author, its title and its canonical URL')
        expect(text, path).toContain(
          'quotes a benchmark number from a post cites the primary source that the post names',
        )
      }
    })

    test('[auth-3] asks clients for a descriptive User-Agent', async () => {
      for (const path of both)
        expect(await prose(path), path).toContain('Send a `User-Agent` that names your project')
    })

    test('[auth-1] says that no key or signup is needed', async () => {
      expect(await prose('/developers.md')).toContain('No key, no sign-up, no quota')
      expect(await prose('/agent-instructions.md')).toContain('no key, no sign-up')
    })

    test('[limits-2] asks clients to cache responses for at least an hour', async () => {
      for (const path of ['/agent-instructions.md', '/privacy.md']) {
        const text = await prose(path)
        expect(text, path).toMatch(/for at least an hour/)
        expect(text, path).toContain('changes about once a week')
      }
    })

    test('[endpoints-2] says that clients filter by type themselves', async () => {
      expect(await prose('/developers.md')).toMatch(
        /Filter it in the client; the server ignores `type=research` in the query/,
      )
      expect(await prose('/agent-instructions.md')).toMatch(/filter by `type` and `tags` yourself/)
    })

    test('[versioning-3] [versioning-4] [versioning-5] says what can change, and how', async () => {
      const text = await prose('/developers.md')
      expect(text).toContain('New fields ship without notice')
      expect(text).toContain('Breaking changes get a new path prefix')
      expect(text).toContain('The published contract is the only guarantee')
    })

    test('[versioning-1.contract] states the contract and OpenAPI versions', async () => {
      expect(await prose('/developers.md')).toMatch(/\[OpenAPI 3\.1\]\(\S+\/openapi\.json\).*version 1\.0\.0/)
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
