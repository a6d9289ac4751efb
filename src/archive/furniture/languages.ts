import type { LanguageFn } from 'highlight.js'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import shell from 'highlight.js/lib/languages/shell'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { ini } from './ini.ts'

/** A language that is highlighted. */
export interface Language {
  readonly grammar: LanguageFn
  /** What authors call it besides its name. */
  readonly aliases: string
  /** Languages that may be within it: what is highlighted must not depend on which others were read before. */
  readonly within?: readonly LanguageName[]
}

/** Each language by its name in highlight.js. A grammar is a function, which costs nothing until a post needs it. */
export const languages = {
  bash: { grammar: bash, aliases: 'sh zsh' },
  c: { grammar: c, aliases: 'h' },
  cpp: { grammar: cpp, aliases: 'c++ cc cxx hpp hh' },
  css: { grammar: css, aliases: '' },
  diff: { grammar: diff, aliases: 'patch' },
  dockerfile: { grammar: dockerfile, aliases: 'docker', within: ['bash'] },
  go: { grammar: go, aliases: 'golang' },
  http: { grammar: http, aliases: '' },
  ini: { grammar: ini, aliases: 'toml conf cfg properties' },
  java: { grammar: java, aliases: '' },
  javascript: { grammar: javascript, aliases: 'js jsx mjs cjs node', within: ['xml', 'css'] },
  json: { grammar: json, aliases: 'jsonc json5 jsonl' },
  kotlin: { grammar: kotlin, aliases: 'kt kts' },
  markdown: { grammar: markdown, aliases: 'md mdx', within: ['xml'] },
  php: { grammar: php, aliases: '' },
  python: { grammar: python, aliases: 'py py3 python3' },
  ruby: { grammar: ruby, aliases: 'rb' },
  rust: { grammar: rust, aliases: 'rs' },
  shell: { grammar: shell, aliases: 'console shell-session shellsession terminal', within: ['bash'] },
  sql: { grammar: sql, aliases: 'sqlite mysql postgres postgresql' },
  swift: { grammar: swift, aliases: '' },
  typescript: { grammar: typescript, aliases: 'ts tsx mts cts', within: ['xml', 'css'] },
  xml: { grammar: xml, aliases: 'html xhtml svg rss atom vue', within: ['css', 'javascript'] },
  yaml: { grammar: yaml, aliases: 'yml', within: ['ruby'] },
} as const satisfies Record<string, Omit<Language, 'within'> & { readonly within?: readonly string[] }>

export type LanguageName = keyof typeof languages

/** The language of a fence, by any of its names; undefined for one that is shown as it is. */
export function languageNamed(name: string): LanguageName | undefined {
  return byName.get(name.toLowerCase())
}

const names = Object.keys(languages) as LanguageName[]
const byName: ReadonlyMap<string, LanguageName> = new Map(
  names.flatMap((name) =>
    `${name} ${languages[name].aliases}`
      .trim()
      .split(' ')
      .map((alias) => [alias, name] as const),
  ),
)
