import * as z from 'zod'
import { UsageError } from '../base/errors.ts'
import { say } from '../base/escape.ts'
import { bytesWithin } from '../probe/http.ts'
import { jsonOf } from '../probe/probed-site.ts'

export interface PurgeOptions {
  readonly varnish: readonly string[]
  readonly cloudflare?: string
  readonly post: readonly string[]
}

/** Has caches forget what they keep of an archive, by the tags that its answers carry. */
export async function purgeCommand({ varnish, cloudflare, post }: PurgeOptions): Promise<number> {
  if (varnish.length === 0 && cloudflare === undefined) {
    throw new UsageError('Name a cache to purge: --varnish <url> or --cloudflare <zone>.', 2)
  }
  // A post changes the pages that list it, too.
  const tags = post.length === 0 ? ['citable'] : ['site', ...post.map((id) => `post:${id}`)]
  const token = process.env['CLOUDFLARE_API_TOKEN']
  if (cloudflare !== undefined && !token) {
    throw new UsageError('Set CLOUDFLARE_API_TOKEN to a token with permission to purge the zone’s cache.', 2)
  }
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

/** As the configuration in docs/DEPLOY.md has it: the tags are alternatives of a pattern. */
async function purgeVarnish(address: string, tags: readonly string[]): Promise<void> {
  const pattern = tags.map((tag) => tag.replace(/[^\w:-]/g, '.')).join('|')
  const { status } = await ask(address, { method: 'BAN', headers: { 'Cache-Tag': pattern } })
  if (status === 200) return
  const why =
    status === 403 ? 'this machine is not in its list of publishers' : 'its VCL does not support BAN'
  throw new UsageError(`${address} answered ${status}: ${why}; docs/DEPLOY.md has a VCL that does.`)
}

/** Cloudflare takes this many tags at once. */
const mostTags = 30

async function purgeCloudflare(zone: string, tags: readonly string[], token: string): Promise<void> {
  const api = process.env['CLOUDFLARE_API_BASE_URL'] || 'https://api.cloudflare.com/client/v4'
  for (let from = 0; from < tags.length; from += mostTags) {
    const answer = await ask(`${api}/zones/${encodeURIComponent(zone)}/purge_cache`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ tags: tags.slice(from, from + mostTags) }),
    })
    const result = cloudflareResult.safeParse(jsonOf({ text: answer.text ?? '' })).data
    if (answer.status === 200 && result?.success) continue
    const told = (result?.errors ?? []).map(({ code, message }) => (code ? `${message} (${code})` : message))
    const long = answer.text === undefined ? `its response is larger than ${mostBytes / 1024} KB` : ''
    const why = (long || told.join('; ')).replace(/\.$/, '') || 'no reason given'
    throw new UsageError(`Cloudflare answered ${answer.status}: ${why}.`)
  }
}

/** What others answer may be anything. */
const cloudflareResult = z.object({
  success: z.boolean().catch(false),
  errors: z.array(z.object({ code: z.number().optional().catch(undefined), message: z.string() })).catch([]),
})

const mostBytes = 65_536

/** The text is undefined for an answer that is longer. */
async function ask(address: string, how: RequestInit): Promise<{ status: number; text: string | undefined }> {
  if (!URL.canParse(address)) throw new UsageError(`"${address}" is not a URL.`, 2)
  try {
    const answer = await fetch(address, { ...how, redirect: 'error', signal: AbortSignal.timeout(15_000) })
    return { status: answer.status, text: (await bytesWithin(answer.body ?? [], mostBytes))?.toString() }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new UsageError(`${new URL(address).origin} cannot be reached: ${String((cause as Error).message)}`)
  }
}
