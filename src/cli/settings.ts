import { readFileSync } from 'node:fs'
import { type Setting, settings } from './run-settings.ts'
import { isCalendarDate } from '../base/dates.ts'
import { isHttpUrl } from '../base/paths.ts'
import { UsageError } from '../base/errors.ts'
import { DamagedSnapshot } from '../snapshot/record.ts'

/** Said where a program, not content or a machine, is to blame. */
export const ourMistake = 'That is a mistake in Citable; please report it.'

/**
 * The operating system's refusal, whose message says what was tried on which path, or a packed archive that was damaged; anything else
 * is a bug of ours.
 */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof DamagedSnapshot || (error instanceof Error && 'syscall' in error)
}

/** Flag first, then the environment; undefined when neither says. */
export function chosen(flag: string | undefined, name: keyof typeof settings): string | undefined {
  const { env }: Setting = settings[name]
  return flag ?? ((env && process.env[env]) || undefined)
}

export function chosenBaseUrl(flag: string | undefined): string | undefined {
  const url = chosen(flag, 'baseUrl')
  return url === undefined ? undefined : requireUrl(url)
}

/** The same URL, if that is what it is. */
export function requireUrl(url: string): string {
  if (isHttpUrl(url)) return url
  throw new UsageError(`"${url}" is not an absolute http or https URL without query or fragment.`, 2)
}

/** Reserved by RFC 2606, so it is nobody's: what is sealed for it has no address yet. */
export const nowhere = 'http://base-url.invalid'

/** The same address, if it is anybody's. */
export function requirePublished(baseUrl: string): string {
  if (baseUrl !== nowhere) return baseUrl
  throw new UsageError(
    'Nobody says where the archive will be published, and its links need it: add --base-url https://…, or baseUrl to archive.yaml.',
    2,
  )
}

/** Of the package. */
export function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}

/** The day that an archive is published as of; no clock is read when none is given. */
export function chosenDay(flag: string | undefined): string | undefined {
  if (flag === undefined || isCalendarDate(flag)) return flag
  throw new UsageError(`"${flag}" is not a day; write it as YYYY-MM-DD.`, 2)
}

export function wholeNumber(text: string, what: string, least: number, most: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new UsageError(`${what} must be a whole number from ${least} to ${most}, not "${text}".`, 2)
}

/** https://no-color.org */
export function inColour(stream: { isTTY?: boolean }): boolean {
  return stream.isTTY === true && !process.env['NO_COLOR']
}
