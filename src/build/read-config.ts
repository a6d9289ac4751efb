import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as z from 'zod'
import type { Look } from '../archive/model.ts'
import type { Checked, Diagnostic } from '../base/diagnostics.ts'
import { escapeHtml } from '../base/escape.ts'
import type { FieldSchema, Script } from '../base/hooks.ts'
import { isWebAddress } from '../base/paths.ts'
import { lineStarts, refused, TextFile } from '../base/text-file.ts'
import { readJsValues } from '../content/js-values.ts'
import { problemsWith } from '../content/settings.ts'
import { leaf, type ParsedValue } from '../content/yaml.ts'
import type { Generator } from '../generators/generator.ts'
import type { Theme } from '../pages/theme.ts'
import type { Config } from './config.ts'
import { scriptOf, type TracedModule, traceModule } from './modules.ts'

const text = z.string().optional()
const code = z.custom((value) => typeof value === 'function', 'is not a function').optional()
const attribute = z.string().regex(/^(?!src$)[a-z][\w-]*$/, 'is no attribute')
const isSchema = (value: unknown) =>
  typeof (value as FieldSchema | null)?.['~standard']?.validate === 'function'
const script = z
  .strictObject({
    src: text.refine(
      (url = '/') => /^\/(?!\/)/.test(url) || isWebAddress(url),
      'is neither a path nor a URL',
    ),
    text: text.refine((code = '') => !/<!--|<\/?script/i.test(code), 'has a tag that would end it'),
    attributes: z.record(attribute, z.union([z.string(), z.literal(true)])).optional(),
  } satisfies Record<keyof Script, unknown>)
  .refine(({ src, text }) => (src === undefined) !== (text === undefined), 'needs either `src` or `text`')
const rules = z.looseObject({})
const generator = z.looseObject({
  ...{ name: z.string(), title: z.string(), detect: z.array(z.instanceof(RegExp)), layout: rules },
  ...{ fields: rules, addresses: rules, syntaxes: z.array(z.unknown()) },
} satisfies Partial<Record<keyof Generator, unknown>>)
const theme: Record<keyof Theme, z.ZodType> = {
  ...{ body: code, home: code, post: code, page: code, list: code, search: code, head: code },
  styles: text,
}
const configKeys = z.strictObject({
  fields: z.custom(isSchema, 'is not a Standard Schema, such as one of zod, valibot or arktype').optional(),
  markdown: code,
  generators: z.array(generator).optional(),
  page: code,
  theme: z.strictObject(theme).optional(),
  scripts: z.array(script).optional(),
} satisfies Record<keyof Config, unknown>)

/** Checks a config. `keys` has the offsets in its file. */
export function configProblems(config: object, file = new TextFile(''), keys = leaf(null, 0)): Diagnostic[] {
  const root = { ...keys, value: config as ParsedValue['value'] }
  const { error } = configKeys.safeParse(config)
  return error?.issues.flatMap((issue) => problemsWith(issue, root, file, configKeys)) ?? []
}

/** Adds scripts to the head of pages, and returns what the content security policy calls them. */
export function withScripts(look: Look, scripts: readonly Script[] = []) {
  const pairs = scripts.map(({ src, text = '', attributes }) => {
    // As parsers read it.
    const code = text.replace(/\r\n?/g, '\n')
    const all: Script['attributes'] = { ...attributes, ...(src !== undefined && { src }) }
    const written = Object.entries(all).map(([name, value]) =>
      value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`,
    )
    const hashed = `'sha256-${hash('sha256', code, 'base64')}'`
    const source = src === undefined ? hashed : isWebAddress(src) ? new URL(src).origin : "'self'"
    return { element: `<script${written.join('')}>${code}</script>\n`, source }
  })
  const head = pairs.map(({ element }) => element).join('') + look.head
  return { look: { ...look, head }, scriptSources: pairs.map(({ source }) => source) }
}

/** Runs a config, and checks what it exports. */
export async function importConfig({ path, files, digest, unknown }: TracedModule): Promise<Checked<Config>> {
  const open = (at: string) =>
    // Offsets stay.
    new TextFile(relative(dirname(path), at).replaceAll('\\', '/'), textAt(at).replaceAll('\r', ' '))
  const fail = (at: string, offset: number, message: string) =>
    refused(open(at), offset, 'settings-syntax', message, 'Fix it, or run the command with --no-config.')
  try {
    const { default: config } = await import(pathToFileURL(path).href)
    if (typeof config !== 'object' || config === null)
      return fail(path, 0, 'The default export is not an object.')
    // What is cached is of this digest.
    if (traceModule(path).digest !== digest) return fail(path, 0, 'The config has changed while it was read.')
    const file = open(path)
    const diagnostics = configProblems(config, file, keysIn(scriptOf(path, file.text)))
    return { value: diagnostics.length === 0 ? config : undefined, diagnostics }
  } catch (error) {
    const place = placeIn(error, files) ?? unknown ?? { path, offset: 0 }
    return fail(place.path, place.offset, String(error))
  }
}

const textAt = (path: string): string => readFileSync(path, 'utf8')

/** Locates the keys of the default export: an object, also as the argument of a call or as a constant. */
function keysIn(text: string): ParsedValue {
  const [, name] = /^export default (\w+);?$/m.exec(text) ?? []
  const start = name ? `const ${name}\\b.*=` : 'export default'
  const opened = new RegExp(`^${start}\\s*(?:\\w+\\()?\\{`, 'm').exec(text)
  return (opened && readJsValues(text, opened.index + opened[0].length - 1)) ?? leaf(null, 0)
}

/** Finds the first line of an error's stack that is in one of the files. */
function placeIn(error: unknown, files: ReadonlySet<string>): TracedModule['unknown'] {
  const { stack = '' } = error instanceof Error ? error : {}
  // V8 begins some syntax errors with the line, and a caret below it.
  const located = stack.replace(/^(.+:\d+)\n.*\n( *)\^/, (_, line, before) => `${line}:${before.length + 1}`)
  for (const [, name = '', line, column] of located.matchAll(/((?:file:|\/|\w:\\)[^\n()]*?):(\d+):(\d+)/g)) {
    const path = name.startsWith('file:') ? fileURLToPath(name) : name
    const start = files.has(path) ? lineStarts(textAt(path))[Number(line) - 1] : undefined
    if (start !== undefined) return { path, offset: start + Number(column) - 1 }
  }
  return undefined
}
