import * as z from 'zod'
import { UsageError } from '../base/errors.ts'
import { say } from '../base/escape.ts'
import { bytesWithin } from '../probe/http.ts'
import { jsonOf } from '../probe/probed-site.ts'

interface PurgeOptions {
  readonly varnish: readonly string[]
  readonly cloudflare?: string
  readonly post: readonly string[]
}

/** Purges caches by the `Cache-Tag` header of responses. */
export async function purgeCommand({ varnish, cloudflare, post }: PurgeOptions): Promise<number> {
  if (varnish.length === 0 && cloudflare === undefined)
    throw new UsageError('Name a cache to purge: --varnish <url> or --cloudflare <zone>.', 2)
  // A post also affects the pages that list it.
  const tags = post.length === 0 ? ['citable'] : ['site', ...post.map((id) => `post:${id}`)]
  const token = process.env['CLOUDFLARE_API_TOKEN']
  if (cloudflare !== undefined && !token)
    throw new UsageError('Set CLOUDFLARE_API_TOKEN to a token with permission to purge the zone’s cache.', 2)
  for (const address of varnish) {
    await purgeVarnish(address, tags)
    say(process.stdout, `${address}: purged ${tags.join(', ')}`)
  }
  if (cloudflare !== undefined) {
    await purgeCloudflare(cloudflare, tags, token ?? '')
    say(process.stdout, `Cloudflare zone ${cloudflare}: purged ${tags.join(', ')}`)
  }
  return 0
}

/** Sends the tags as one pattern, for the VCL in docs/DEPLOY.md. */
async function purgeVarnish(address: string, tags: readonly string[]): Promise<void> {
  const pattern = tags.map((tag) => tag.replace(/[^\w:-]/g, '.')).join('|')
  const { status } = await request(address, { method: 'BAN', headers: { 'Cache-Tag': pattern } })
  if (status === 200) return
  const why =
    status === 403 ? 'this machine is not in its list of publishers' : 'its VCL does not support BAN'
  throw new UsageError(`${address} answered ${status}: ${why}; docs/DEPLOY.md has a VCL that does.`)
}

/** Cloudflare's limit per request. */
const maxTags = 30

async function purgeCloudflare(zone: string, tags: readonly string[], token: string): Promise<void> {
  const api = process.env['CLOUDFLARE_API_BASE_URL'] || 'https://api.cloudflare.com/client/v4'
  for (let from = 0; from < tags.length; from += maxTags) {
    const response = await request(`${api}/zones/${encodeURIComponent(zone)}/purge_cache`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ tags: tags.slice(from, from + maxTags) }),
    })
    const result = cloudflareResult.safeParse(jsonOf({ text: response.text ?? '' })).data
    if (response.status === 200 && result?.success) continue
    const errors = (result?.errors ?? []).map(({ code, message }) =>
      code ? `${message} (${code})` : message,
    )
    const tooLong = response.text === undefined ? `its response is larger than ${maxBytes / 1024} KB` : ''
    const why = (tooLong || errors.join('; ')).replace(/\.$/, '') || 'no reason given'
    throw new UsageError(`Cloudflare answered ${response.status}: ${why}.`)
  }
}

/** The response may be anything. */
const cloudflareResult = z.object({
  success: z.boolean().catch(false),
  errors: z.array(z.object({ code: z.number().optional().catch(undefined), message: z.string() })).catch([]),
})

const maxBytes = 65_536

/** `text` is undefined if the response is too long. */
async function request(address: string, init: RequestInit) {
  if (!URL.canParse(address)) throw new UsageError(`"${address}" is not a URL.`, 2)
  try {
    const response = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(15_000) })
    return { status: response.status, text: (await bytesWithin(response.body ?? [], maxBytes))?.toString() }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new UsageError(`${new URL(address).origin} cannot be reached: ${String((cause as Error).message)}`)
  }
}
