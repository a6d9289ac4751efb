import { languageNamed } from '../decorate/languages.ts'

/**
 * A shortcode of WordPress: `[name …]` or `[/name]`, with the bracket before it if there are two, as authors write about shortcodes. Neither
 * brackets nor tags are in one, so each character is looked at once.
 */
export const shortcode = /\[(\[?)(\/?)([a-z][\w-]*)((?:[\s=/\\][^[\]<>]*)?)\]/gi

export type Attributes = ReadonlyMap<string, string>

const attribute = /(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g

/** `name="value"`, and values without a name by their number; `[youtube=address]` has one under ''. */
export function attributesOf(rest: string): Attributes {
  if (rest.startsWith('=')) return new Map([['', rest.slice(1).trim()]])
  const found = new Map<string, string>()
  let position = 0
  for (const [, name, double, single, plain] of rest.replaceAll('&quot;', '"').matchAll(attribute))
    found.set(name?.toLowerCase() ?? String(position++), double ?? single ?? plain ?? '')
  return found
}

/** Whether what is between the tags is code. Plugins have a name for all of it (CodeColorer several), or one for each language. */
export function isCodeName(name: string): boolean {
  return codeNames.test(name) || languageNamed(name) !== undefined
}

const codeNames = /^(?:code|sourcecode|source|highlight|codeblock|crayon|cc[a-z]?(?:_\w+)?)$/i

/** The language of such code, '' if nobody says. */
export function codeLanguage(name: string, attributes: Attributes): string {
  const said =
    attributes.get('language') ?? attributes.get('lang') ?? /^cc[a-z]?_(\w+)$/i.exec(name)?.[1] ?? name
  const isSaid = said !== name || languageNamed(name) !== undefined
  return isSaid && /^[\w+#-]+$/.test(said) ? said : ''
}
