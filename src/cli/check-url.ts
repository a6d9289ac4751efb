import type { Snapshot } from '../snapshot/resource.ts'
import { visible, visibleJson } from '../base/escape.ts'
import { compileOnce } from './load.ts'
import { snapshotIn } from './packed-file.ts'
import { connect, limits } from '../../packages/check/src/http.ts'
import { probe } from '../../packages/check/src/probe.ts'
import { type LocalPost, maxCompared } from '../../packages/check/src/caches.ts'
import { type Finding, isObject, liveRules } from '../../packages/check/src/probed-site.ts'
import type { CheckOptions } from './check.ts'
import { plural } from './report.ts'
import { UsageError } from '../base/errors.ts'
import { type Day, resolveDay, requireUrl, version } from './settings.ts'

/** Checks a live archive over HTTP, and optionally compares it with a folder. */
export async function checkUrl(dir: string | undefined, options: CheckOptions & { readonly url: string }) {
  if (options.format === 'sarif')
    throw new UsageError(
      'SARIF reports files and lines, and a live archive has neither; use --format json.',
      2,
    )
  const base = requireUrl(options.url).replace(/\/+$/, '')
  const maxRequests = limits.requests + (dir === undefined ? 0 : 2 * maxCompared)
  const client = connect(new URL(base), `citable-check/${version()}`, maxRequests)
  try {
    const day = resolveDay(options)
    const local = dir === undefined ? undefined : (claimed: string) => postsIn(dir, claimed, day)
    const found = await probe(base, client, local)
    const asError = (one: Finding): Finding => (one.level === 'warning' ? { ...one, level: 'error' } : one)
    const findings = options.strict ? found.map(asError) : found
    process.stdout.write(formatReport(findings, base, client.count(), options))
    return findings.some(({ level }) => level === 'error') ? 1 : 0
  } finally {
    client.close()
  }
}

/** Compiles with the live archive's base URL; otherwise every link would differ. */
async function postsIn(dir: string, claimed: string, day: Day): Promise<LocalPost[]> {
  const { packed } = await compileOnce(dir, { ...day, baseUrl: claimed }, { ahead: 'large', quiet: true })
  const snapshot = await snapshotIn(packed)
  const { posts } = contentOf(snapshot, '/api/v1/posts.json').json as { posts: { id: string }[] }
  return posts.map(({ id }) => ({ id, ...contentOf(snapshot, `/api/v1/posts/${id}.json`) }))
}

function contentOf(snapshot: Snapshot, path: string): Omit<LocalPost, 'id'> {
  const [form] = snapshot.resources.get(snapshot.basePath + path)?.representations ?? []
  const plain = form?.variants.find(({ encoding }) => encoding === 'identity')
  const json: unknown = JSON.parse(new TextDecoder().decode(plain?.full.body ?? new Uint8Array()))
  if (!plain || !isObject(json)) throw new Error(`${path} was not compiled`)
  return { etag: plain.etag, json }
}

function formatReport(
  findings: readonly Finding[],
  base: string,
  requests: number,
  { format, quiet }: CheckOptions,
): string {
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length
  const unused = Object.keys(liveRules).length - new Set(findings.map(({ rule }) => rule)).size
  const [errors, warnings, passed] = [count('error'), count('warning'), count('ok')]
  if (format === 'json') {
    const report = { url: base, requests, errors, warnings, findings }
    return `${visibleJson(JSON.stringify(report, null, 2))}\n`
  }
  const isShown = ({ level }: Finding) =>
    level === 'error' || (!quiet && (level === 'warning' || format === 'text'))
  const lines = findings.filter(isShown).map(format === 'github' ? annotation : line)
  const summary = `${base}: ${plural(errors, 'error')}, ${plural(warnings, 'warning')}, ${passed} passed, ${unused} not checked; ${plural(requests, 'request')}.`
  return [...lines, ...(format === 'text' ? [summary] : [])].map((one) => `${visible(one)}\n`).join('')
}

function line(finding: Finding): string {
  if (finding.level === 'ok') return `ok ${finding.rule} (${finding.times})`
  return `${finding.level} ${finding.rule}: ${describe(finding)}`
}

function describe({ what, expected, got, fix, times }: Finding): string {
  const more = times > 1 ? ` (${times} times)` : ''
  return `${what}${more}: expected ${expected}; got ${got}. Fix: ${fix}`
}

function annotation(finding: Finding): string {
  return `::${finding.level} title=${finding.rule}::${describe(finding).replaceAll('%', '%25')}`
}
