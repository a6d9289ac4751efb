import type { Reply, Request } from './connection.ts'
import type { Site } from './site.ts'

/** Its texts are in rules.md. */
export interface Rule {
  readonly requests: Requests | ((site: Site) => Requests | Promise<Requests>)
  /** Returns what is wrong with a reply; undefined if that cannot be told. */
  judge(reply: Reply, site: Site): Judgement | Promise<Judgement>
}

type Requests = readonly Request[]
type Judgement = readonly Problem[] | undefined

export interface Problem {
  readonly expected: string
  readonly got: string
  /** Where, if that is not the request. */
  readonly what?: string
}

export const rule = (requests: Rule['requests'], judge: Rule['judge'] = hasType): Rule => ({
  requests,
  judge,
})

/** Judges status and type alone. */
export const hasType = (reply: Reply): Problem[] => same(reply.request.expected ?? '', typed(reply))

export const unless = (passes: boolean, expected: string, got: string, what?: string): Problem[] =>
  passes ? [] : [{ expected, got, ...(what !== undefined && { what }) }]

export const same = (expected: string, got: string, what?: string): Problem[] =>
  unless(expected === got, expected, got, what)

export const html = '200 text/html'
export const markdown = '200 text/markdown; charset=utf-8'
export const json = '200 application/json'
export const excluded = '406 application/json'

/** Returns status and type, such as "200 text/html". */
export function typed({ status, header }: Reply): string {
  const type = (header('Content-Type') || 'no Content-Type').toLowerCase().replace(/;\s*/g, '; ')
  return `${status} ${type.startsWith('text/markdown') ? type : type.replace(/\s*;.*/, '')}`
}

export function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
