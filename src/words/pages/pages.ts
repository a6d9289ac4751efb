import { languageOf } from '../words.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

/** The texts of the pages that are made for every archive, in one language: apart from `Words`, since only a build needs them. */
export interface PageWords {
  readonly search: {
    readonly summary: (publication: string) => string
    /** Markdown, with the address that programs ask for. */
    readonly text: (template: string) => string
  }
  readonly results: {
    readonly title: string
    readonly summary: (publication: string) => string
    /** Markdown, after the results. */
    readonly closing: string
  }
  readonly contact: {
    readonly summary: (publication: string) => string
    readonly publisher: (publication: string, name: string) => string
    readonly email: (address: string) => string
    readonly web: (address: string) => string
    readonly neither: string
    readonly corrections: string
  }
  readonly privacy: {
    readonly summary: (publication: string) => string
    /** Markdown; what is searched for is sent to the server, where there is one. */
    readonly privacy: (isSearchable: boolean) => string
    /** How often the archive changes, where its ids say so. */
    readonly weekly: string
    readonly caching: string
    readonly headings: Readonly<Record<'privacy' | 'terms' | 'caching', string>>
  }
  /** The terms of an archive that sets none of its own. */
  readonly terms: string
}

const languages: Readonly<Record<string, PageWords>> = { ar, de, en, es, fr, ja }

/** English, where there are none in the language of the tag. */
export function pageWordsOf(tag: string): PageWords {
  return languages[languageOf(tag)] ?? en
}
