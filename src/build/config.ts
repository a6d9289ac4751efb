import { hash } from 'node:crypto'
import * as z from 'zod'
import type { Look } from '../archive/model.ts'
import type { Diagnostic } from '../base/diagnostics.ts'
import { escapeHtml } from '../base/escape.ts'
import type { FieldSchema, MarkdownParser, PageHook, Script } from '../base/hooks.ts'
import { isWebAddress } from '../base/paths.ts'
import { TextFile } from '../base/text-file.ts'
import { problemsWith } from '../content/settings.ts'
import { leaf, type ParsedValue } from '../content/yaml.ts'
import type { Generator } from '../generators/generator.ts'
import type { Theme } from '../pages/theme.ts'

/** What a publisher adds in code. */
export interface Config {
  /** Standard Schema for custom front matter fields. Its output becomes `fields` in a post's JSON. */
  readonly fields?: FieldSchema | undefined
  /** Receives the markdown-it parser, to add plug-ins. They change the HTML; the markdown twin stays as written. */
  readonly markdown?: ((parser: MarkdownParser) => unknown) | undefined
  /** Generators besides those that are known. They are detected first, and `generator` in archive.yaml may name them. */
  readonly generators?: readonly Generator[] | undefined
  /** Adds HTML to each page, under the same policy as `look` in archive.yaml. */
  readonly page?: PageHook | undefined
  /**
   * Functions that make pages, in place of those of the default theme. `citable/theme` has that and what functions need.
   * @default the default theme
   */
  readonly theme?: Partial<Theme> | undefined
  /** Scripts for the head of every page. The content security policy allows them, and no other inline script. */
  readonly scripts?: readonly Script[] | undefined
}

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
