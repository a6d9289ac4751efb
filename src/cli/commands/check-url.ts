import { check, type Finding, rules } from '../../../packages/check/src/check.ts'
import type { Fields, Folder } from '../../../packages/check/src/site.ts'
import { UsageError } from '../../base/errors.ts'
import { visible, visibleJson } from '../../base/terminal.ts'
import type { Snapshot } from '../../snapshot/resource.ts'
import type { CheckOptions } from './check.ts'
import { compileOnce } from '../load.ts'
import { snapshotIn } from '../../build/packed-file.ts'
import { plural } from '../../base/wording.ts'
import { type Day, requireUrl, resolveDay, version } from '../settings.ts'
import { decodeUtf8 } from '../../base/utf8.ts'

/** Checks a live archive over HTTP, and optionally compares it with a folder. */
export async function checkUrl(dir: string | undefined, options: CheckOptions & { readonly url: string }) {
  if (options.format === 'sarif')
    throw new UsageError(
      'SARIF reports files and lines, and a live archive has neither; use --format json.',
      2,
    )
  const base = requireUrl(options.url).replace(/\/+$/, '')
  const day = resolveDay(options)
  const folder = dir === undefined ? undefined : (claimed: string) => folderPosts(dir, claimed, day)
  const { findings, requests } = await check(base, `citable-check/${version()}`, folder)
  const judged = options.strict
    ? findings.map((finding) =>
        finding.level === 'warning' ? { ...finding, level: 'error' as const } : finding,
      )
    : findings
  process.stdout.write(formatReport(judged, base, requests, options))
  return judged.some(({ level }) => level === 'error') ? 1 : 0
}

/** Compiles with the live archive's base URL; otherwise every link would differ. */
async function folderPosts(dir: string, claimed: string, day: Day): Promise<Folder> {
  const { packed } = await compileOnce(dir, { ...day, baseUrl: claimed }, { ahead: 'large', quiet: true })
  const snapshot = await snapshotIn(packed)
  const { posts } = jsonAt(snapshot, '/api/v1/posts.json') as { posts: { id: string }[] }
  return new Map(posts.map(({ id }) => [id, jsonAt(snapshot, `/api/v1/posts/${id}.json`)]))
}

function jsonAt(snapshot: Snapshot, path: string): Fields {
  const [form] = snapshot.resources.get(snapshot.basePath + path)?.representations ?? []
  const plain = form?.variants.find(({ encoding }) => encoding === 'identity')
  if (!plain) throw new Error(`${path} was not compiled`)
  return JSON.parse(decodeUtf8(plain.full.body ?? new Uint8Array()))
}

function formatReport(
  findings: readonly Finding[],
  base: string,
  requests: number,
  { format, quiet }: CheckOptions,
): string {
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length
  const unused = Object.keys(rules).length - new Set(findings.map(({ rule }) => rule)).size
  const [errors, warnings, passed] = [count('error'), count('warning'), count('ok')]
  if (format === 'json') {
    const report = { url: base, requests, errors, warnings, findings }
    return `${visibleJson(JSON.stringify(report, null, 2))}\n`
  }
  const isShown = ({ level }: Finding) =>
    level === 'error' || (!quiet && (level === 'warning' || format === 'text'))
  const lines = findings.filter(isShown).map((finding) => findingLine(finding, format === 'github'))
  const problems = `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`
  const others = `${passed} passed, ${unused} not checked`
  const summary = `${base}: ${problems}, ${others}; ${plural(requests, 'request')}.`
  return [...lines, ...(format === 'text' ? [summary] : [])].map((one) => `${visible(one)}\n`).join('')
}

function findingLine(finding: Finding, isForGithub: boolean): string {
  const { level, rule, what, expected, got, fix, times } = finding
  if (level === 'ok') return `ok ${rule} (${times})`
  const more = times > 1 ? ` (${times} times)` : ''
  const text = `${what}${more}: expected ${expected}; got ${got}. Fix: ${fix}`
  return isForGithub
    ? `::${level} title=${rule}::${text.replaceAll('%', '%25')}`
    : `${level} ${rule}: ${text}`
}
