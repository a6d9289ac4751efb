import { c, cpp, go, java, javascript, kotlin, php, rust, swift, typescript } from './grammars/braces.ts'
import {
  bash,
  css,
  diff,
  dockerfile,
  http,
  ini,
  json,
  markdown,
  python,
  ruby,
  sql,
  xml,
  yaml,
} from './grammars/lines.ts'
import type { Grammar } from './lexer.ts'

/** Each language by its name. Adding one takes a grammar, a row here, and a sample in the test. */
export const grammars = {
  bash,
  c,
  cpp,
  css,
  diff,
  dockerfile,
  go,
  http,
  ini,
  java,
  javascript,
  json,
  kotlin,
  markdown,
  php,
  python,
  ruby,
  rust,
  shell: bash,
  sql,
  swift,
  typescript,
  xml,
  yaml,
} as const satisfies Record<string, Grammar>

export type LanguageName = keyof typeof grammars

/** What authors call a language besides its name. */
const aliases: Readonly<Partial<Record<LanguageName, string>>> = {
  bash: 'sh zsh',
  c: 'h',
  cpp: 'c++ cc cxx hpp hh',
  diff: 'patch',
  dockerfile: 'docker',
  go: 'golang',
  ini: 'toml conf cfg properties',
  javascript: 'js jsx mjs cjs node',
  json: 'jsonc json5 jsonl',
  kotlin: 'kt kts',
  markdown: 'md mdx',
  python: 'py py3 python3',
  ruby: 'rb',
  rust: 'rs',
  shell: 'console shell-session shellsession terminal',
  sql: 'sqlite mysql postgres postgresql',
  typescript: 'ts tsx mts cts',
  xml: 'html xhtml svg rss atom vue',
  yaml: 'yml',
}

/** The language of a fence, by any of its names; undefined for one that is shown as it is. */
export function languageNamed(name: string): LanguageName | undefined {
  return byName.get(name.toLowerCase())
}

const byName: ReadonlyMap<string, LanguageName> = new Map(
  (Object.keys(grammars) as LanguageName[]).flatMap((name) =>
    [name, ...(aliases[name]?.split(' ') ?? [])].map((alias) => [alias, name] as const),
  ),
)
