import { existsSync, readFileSync } from 'node:fs'
import { isCalendarDate } from '../base/dates.ts'
import { UsageError } from '../base/errors.ts'
import type { CompileOptions } from '../compile.ts'
import { isHttpUrl } from '../base/paths.ts'

export const settings = {
  noCache: { flag: '--no-cache', help: 'recompile everything and skip the cache' },
  noConfig: { flag: '--no-config', help: 'do not run citable.config.js' },
  cacheDir: {
    flag: '--cache-dir <dir>',
    help: 'folder for the cache',
    fallback: 'citable in XDG_CACHE_HOME or ~/.cache',
  },
  port: {
    flag: '--port <number>',
    env: 'PORT',
    help: 'port to listen on; 0 picks a free one',
    fallback: '3000',
  },
  host: {
    flag: '--host <address>',
    env: 'HOST',
    help: 'address to listen on; `serve` also takes unix:PATH, and fd:3 for a socket of systemd',
    fallback: '127.0.0.1',
  },
  baseUrl: {
    flag: '--base-url <url>',
    env: 'BASE_URL',
    help: 'where the archive is published; may have a path',
    fallback: 'baseUrl in archive.yaml, else http://localhost:PORT',
  },
  asOf: {
    flag: '--as-of <date>',
    help: 'exclude posts dated after this day, YYYY-MM-DD',
    fallback: 'today in the time zone of the archive, else in UTC',
  },
  future: { flag: '--future', help: 'include posts dated after today' },
  skipBroken: {
    flag: '--skip-broken',
    help: 'publish without posts and pages that have errors; exits with 1',
  },
  quiet: { flag: '--quiet', help: 'show errors only, with a count of the rest' },
  workers: { flag: '--workers <number>', help: 'processes that share the port', fallback: '1' },
  compileTimeout: {
    flag: '--compile-timeout <seconds>',
    env: 'COMPILE_TIMEOUT',
    help: 'time limit for compiling; a slower reload is abandoned',
    fallback: '300',
  },
  prefixStripped: { flag: '--prefix-stripped', help: 'expect a proxy that strips the base path' },
  watch: { flag: '--watch', help: 'reload on every change in the folder; SIGHUP reloads at once' },
  log: { flag: '--log', help: 'write one JSON line per request to standard output' },
  readyFile: {
    flag: '--ready-file <path>',
    help: 'file that exists while the server accepts requests',
    fallback: 'none',
  },
  drainDelay: {
    flag: '--drain-delay <seconds>',
    env: 'DRAIN_DELAY',
    help: 'on SIGTERM, answer as before for this long while /health returns 503',
    fallback: '0',
  },
  metrics: {
    flag: '--metrics <port>',
    help: 'port for Prometheus metrics, /health and /live',
    fallback: 'none',
  },
  metricsHost: {
    flag: '--metrics-host <address>',
    help: 'address for the metrics port',
    fallback: '127.0.0.1',
  },
} as const satisfies Record<string, Setting>

/** Returns the flag, else the environment variable, else the default. */
export function resolveSetting(flag: string | undefined, name: keyof typeof settings): string {
  const { env, fallback = 'off' }: Setting = settings[name]
  return flag ?? ((env && process.env[env]) || fallback)
}

export const resolvePort = (flag: string | undefined): number =>
  wholeNumber(resolveSetting(flag, 'port'), 'The port', 0, 65_535)

export function resolveBaseUrl(flag: string | undefined): string | undefined {
  const url = flag ?? (process.env[settings.baseUrl.env] || undefined)
  return url === undefined ? undefined : requireUrl(url)
}

export function requireUrl(url: string): string {
  if (isHttpUrl(url)) return url
  throw new UsageError(`"${url}" is not an absolute http or https URL without query or fragment.`, 2)
}

/** Placeholder for archives without a base URL (`.invalid`, RFC 2606). */
export const unsetBaseUrl = 'http://base-url.invalid'

export function requireBaseUrl(baseUrl: string): string {
  if (baseUrl !== unsetBaseUrl) return baseUrl
  throw new UsageError(
    'No base URL is set, and links need one: add --base-url https://…, or baseUrl to archive.yaml.',
    2,
  )
}

export const version = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

/** The day to publish as of. */
export type Day = Pick<CompileOptions, 'asOf' | 'future'>

/** Returns the day of the flags, or the current time. */
export function resolveDay({ asOf: flag, future }: Day): Day {
  if (flag !== undefined && future) throw new UsageError('Use either --as-of or --future, not both.', 2)
  if (flag === undefined) return { asOf: new Date().toISOString(), future }
  return { asOf: requireDay(flag) }
}

export function requireDay(day: string): string {
  if (isCalendarDate(day)) return day
  throw new UsageError(`"${day}" is not a date; write it as YYYY-MM-DD.`, 2)
}

export function wholeNumber(text: string, what: string, min: number, max: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= min && number <= max) return number
  throw new UsageError(`${what} must be a whole number from ${min} to ${max}, not "${text}".`, 2)
}

/** https://no-color.org */
export const useColor = (stream: { isTTY?: boolean }): boolean =>
  stream.isTTY === true && !process.env['NO_COLOR']

/** A setting of a run: flag, environment variable, default and help text, declared once. */
export interface Setting {
  readonly flag: string
  readonly env?: string
  readonly help: string
  /** Text for help and reference, not always the value; `off` by default. */
  readonly fallback?: string
}

/** The settings as commander reads them: the text of a flag with a value, else whether the flag is set. */
export type Flags = {
  readonly [Name in keyof typeof settings]?: (typeof settings)[Name]['flag'] extends `${string}>`
    ? string
    : boolean
}

export const defaultFolderText = 'the current folder if it has an archive.yaml, else archive'

/** Returns the default folder. archive.yaml decides first, because many sites have a folder called archive. */
export function defaultFolder(example: string): string {
  if (existsSync('archive.yaml')) return '.'
  if (existsSync('archive')) return 'archive'
  throw new UsageError(
    `No archive.yaml and no archive folder here. Run citable init, or name the archive’s folder: ${example}`,
  )
}

export const targets = ['static', 'cloudflare'] as const
export type Target = (typeof targets)[number]

/** Today's date in the local time zone, for a new draft. */
export function today(): string {
  const date = new Date()
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
