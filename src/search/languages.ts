import { fold, type Language, Languages } from './language.ts'
import * as ar from './languages/ar.ts'
import * as da from './languages/da.ts'
import * as de from './languages/de.ts'
import * as en from './languages/en.ts'
import * as es from './languages/es.ts'
import * as fi from './languages/fi.ts'
import * as fr from './languages/fr.ts'
import * as it from './languages/it.ts'
import * as nl from './languages/nl.ts'
import * as no from './languages/no.ts'
import * as pt from './languages/pt.ts'
import * as ru from './languages/ru.ts'
import * as sv from './languages/sv.ts'

/** What a server has at hand, which is everything. */
const stemmings = { ar, da, de, en, es, fi, fr, it, nl, no, pt, ru, sv }

const languages = new Languages((code) => stemmings[code])

export function languageNamed(code: string): Language {
  return languages.named(code)
}

/** The language that a text is in, by its stop words: that of the archive, unless few of them are in it and far more of another. */
export function languageOfText(text: string, usual: string): string {
  const words =
    text
      .slice(0, mostRead)
      .match(/[\p{L}']+/gu)
      ?.map(fold) ?? []
  const count = ({ stopWords }: Language) =>
    words.reduce((sum, word) => sum + (stopWords.has(word) ? 1 : 0), 0)
  const own = count(languageNamed(usual))
  if (own * 5 > words.length) return usual
  const counts = Array.from(languages.all, ([code, language]) => [code, count(language)] as const)
  const [best, most] = counts.reduce((one, other) => (other[1] > one[1] ? other : one))
  return most > 2 * own + 5 ? best : usual
}

/** In characters. */
const mostRead = 2000
