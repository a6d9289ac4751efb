import type { Located, Plain } from '../../content/locate.ts'
import { TextFile } from '../../base/text-file.ts'
import { readToml } from '../../content/toml.ts'
import { readYaml } from '../../content/yaml.ts'

/** The values of a file of settings, whatever is wrong with it. */
export function parsed(path: string, text: string): Plain {
  const file = new TextFile(path, text)
  const { value }: { value: Located | undefined } = path.endsWith('.toml')
    ? readToml(file, text, 0)
    : readYaml(file, text, 0)
  return value?.value ?? null
}

/** An address that others can follow, without its last slash. */
export function siteUrl(url: string | undefined): string | undefined {
  return url !== undefined &&
    /^https?:\/\/[^\s/]+/.test(url) &&
    URL.canParse(url) &&
    !/localhost|127\.0/.test(url)
    ? url.replace(/\/+$/, '')
    : undefined
}

export function isGroup(value: Plain | undefined): value is { readonly [key: string]: Plain } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function at(value: Plain, path: string): Plain | undefined {
  let here: Plain | undefined = value
  for (const step of path.split('.')) here = isGroup(here) ? here[step] : undefined
  return here
}

/** The first of these that is a text, in one line. */
export function text(value: Plain, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const found = at(value, path)
    const line = typeof found === 'string' ? found.replace(/\s+/g, ' ').trim() : ''
    if (line !== '') return line
  }
  return undefined
}
