import { isGroup } from '../../generators/settings.ts'
import type { Plain, SettingsFile } from '../../generators/generator.ts'

/** The terms that a text states, as markdown; undefined where it names no license for texts. */
export function termsIn(text: string): string | undefined {
  const [, parts = '', version = '4.0'] = patterns.map((one) => one.exec(text)).find(Boolean) ?? []
  if (parts !== '') return creativeCommons(parts, version)
  if (/\bCC0\b|publicdomain\/zero\/1\.0/i.test(text))
    return '[CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/)'
  return /\ball rights reserved\b/i.test(text) ? 'All rights reserved.' : undefined
}

/** By address, by short name, by full name. */
const patterns = [
  /creativecommons\.org\/licenses\/(by(?:-nc)?(?:-nd|-sa)?)\/(\d\.\d)/i,
  /\bCC[ -]?(BY(?:[ -]NC)?(?:[ -](?:ND|SA))?)(?![ -]?\w*[A-Za-z])[ -]?v?(\d\.\d)?/i,
  /\b(Attribution(?:[ -]Non-?Commercial)?(?:[ -](?:No-?Deriv\w+|Share-?Alike))?)[ -](\d\.\d)/i,
  /^(by(?:-nc)?(?:-nd|-sa)?)$/i,
]

function creativeCommons(parts: string, version: string): string {
  const code = parts
    .toLowerCase()
    .replace('attribution', 'by')
    .replace(/non-?commercial/, 'nc')
    .replace(/no-?deriv\w+/, 'nd')
    .replace(/share-?alike/, 'sa')
    .replaceAll(' ', '-')
  const name = `CC ${code.toUpperCase()} ${version}`
  return `[${name}](https://creativecommons.org/licenses/${code}/${version}/)`
}

/** What settings say under a key for it, wherever it is in them; and what a program assigns to one. */
export function termsInSettings({ text, values }: SettingsFile): string | undefined {
  const written =
    values === null
      ? Array.from(withoutComments(text).matchAll(assigned), ([, value = '']) => value)
      : valuesIn(values)
  return written.map(termsIn).find((terms) => terms !== undefined)
}

const withoutComments = (script: string) => script.replace(/^\s*(?:#|\/\/).*$/gm, '')
const aboutTerms = /licen[cs]e|copyright|rights|creative_?commons/i
const assigned = /^.*(?:licen[cs]e|copyright|rights)\w*["']?\s*[:=]([\s\S]{0,400})/gim

function valuesIn(values: Plain, isAbout = false): string[] {
  if (typeof values === 'string') return isAbout ? [values] : []
  if (Array.isArray(values)) return values.flatMap((one: Plain) => valuesIn(one, isAbout))
  return Object.entries(isGroup(values) ? values : {}).flatMap(([key, value]) =>
    valuesIn(value, isAbout || aboutTerms.test(key)),
  )
}

/** Files that state the terms of the texts. A license of code names none of those above, but for the words that reserve rights. */
export const licenseFiles =
  /^(?:(?:content|docs|_posts|posts|blog|src)\/)?LICEN[CS]E(?:[-_.]\w+)*$|^(?:_includes|layouts\/(?:_?partials|_default)|templates|_layouts)\/(?:[\w-]+\/)?[\w-]*footer[\w-]*\.\w+$/i

export function termsInFile({ text }: Pick<SettingsFile, 'text'>): string | undefined {
  const terms = termsIn(text)
  return terms?.startsWith('[') ? terms : undefined
}

/** The terms that most posts name, if none names others. */
export function termsOfPosts(named: readonly (string | undefined)[]): string | undefined {
  const terms = named.flatMap((one) => (one === undefined ? [] : (termsIn(one) ?? '')))
  const [first, ...others] = new Set(terms)
  return others.length === 0 && terms.length * 2 > named.length ? first || undefined : undefined
}
