import type { Diagnostic } from '../diagnostics.ts'
import { visible, visibleJson } from './visible.ts'

export const formats = ['text', 'json', 'github'] as const
export type Format = (typeof formats)[number]

/** All that is wrong with the content, for a person, a program or a pull request. */
export function report(
  diagnostics: readonly Diagnostic[],
  dir: string,
  format: Format,
  colour: boolean,
): string {
  if (format === 'json') {
    return `${visibleJson(JSON.stringify({ ...counts(diagnostics), diagnostics }, null, 2))}\n`
  }
  const show = format === 'github' ? annotation : (one: Diagnostic) => forPeople(one, colour)
  return diagnostics.map((one) => `${show({ ...one, path: joined(dir, one.path) })}\n`).join('')
}

export function counts(diagnostics: readonly Diagnostic[]): { errors: number; warnings: number } {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  return { errors, warnings: diagnostics.length - errors }
}

/** "2 errors, 1 warning" */
export function tally(diagnostics: readonly Diagnostic[]): string {
  const { errors, warnings } = counts(diagnostics)
  const many = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
  return [errors > 0 && many(errors, 'error'), warnings > 0 && many(warnings, 'warning')]
    .filter(Boolean)
    .join(', ')
}

function forPeople(
  { path, line, column, severity, rule, message, hint, excerpt }: Diagnostic,
  colour: boolean,
): string {
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)
  const place = paint(1, `${visible(path)}:${line}:${column}`)
  const head = `${place} ${paint(severity === 'error' ? 31 : 33, severity)} ${rule}: ${visible(message)}`
  const window = around(excerpt, column)
  const margin = `${line}`.padStart(5)
  const shown =
    excerpt.trim() === ''
      ? []
      : [`${margin} | ${window.text}`, `${' '.repeat(5)} | ${' '.repeat(window.column - 1)}${paint(36, '^')}`]
  return [head, ...shown, `      = ${visible(hint)}`].join('\n')
}

/** A long line is shown around the place in question; tabs take one column, so that the mark stands below it. */
function around(excerpt: string, column: number): { text: string; column: number } {
  const flat = excerpt.replaceAll('\t', ' ')
  const [start, stop] = windowOf(flat.length, column)
  const before = `${start > 0 ? '…' : ''}${visible(flat.slice(start, column - 1))}`
  const after = `${visible(flat.slice(column - 1, stop))}${stop < flat.length ? '…' : ''}`
  return { text: before + after, column: before.length + 1 }
}

/** What is shown of a line of that length, as two offsets. */
function windowOf(length: number, column: number): [start: number, stop: number] {
  if (length <= 120) return [0, length]
  const start = Math.max(0, Math.min(column - 40, length - 110))
  return [start, start + 110]
}

/** A workflow command of GitHub Actions; its values escape percent signs, line ends and their own separators. */
function annotation({ path, line, column, severity, rule, message, hint }: Diagnostic): string {
  const value = (text: string) =>
    visible(
      text.replace(/[%\r\n]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`),
    )
  const property = (text: string) => value(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return `::${severity} file=${property(path)},line=${line},col=${column},title=${property(rule)}::${value(`${message} ${hint}`)}`
}

function joined(dir: string, path: string): string {
  const clean = dir.replace(/\/+$/, '')
  return clean === '.' || clean === '' ? path : `${clean}/${path}`
}
