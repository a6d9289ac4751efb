import { fold, type Language, makeLanguages } from './language.ts'
import * as ar from './languages/ar.ts'
import * as da from './languages/da.ts'
import * as de from './languages/de.ts'
import * as en from './languages/en.ts'
import * as es from './languages/es.ts'
import * as fi from './languages/fi.ts'
import * as fr from './languages/fr.ts'
import * as it from './languages/it.ts'
import * as ja from './languages/ja.ts'
import * as nl from './languages/nl.ts'
import * as no from './languages/no.ts'
import * as pt from './languages/pt.ts'
import * as ru from './languages/ru.ts'
import * as sv from './languages/sv.ts'
import * as zh from './languages/zh.ts'

const stemmings = { ar, da, de, en, es, fi, fr, it, ja, nl, no, pt, ru, sv, zh }

const languages = makeLanguages((code) => stemmings[code])
export const languageNamed = languages.named

/** Detects the language of a text by its stop words. Prefers the archive's language unless another is far more likely. */
export function languageOfText(text: string, archiveLanguage: string): string {
  const words =
    text
      .slice(0, maxCharacters)
      .match(/[\p{L}']+/gu)
      ?.map(fold) ?? []
  const count = ({ stopWords }: Language) =>
    words.reduce((sum, word) => sum + (stopWords.has(word) ? 1 : 0), 0)
  const own = count(languageNamed(archiveLanguage))
  if (own * 5 > words.length) return archiveLanguage
  const counts = Array.from(languages.all, ([code, language]) => [code, count(language)] as const)
  const [best, highest] = counts.reduce((one, other) => (other[1] > one[1] ? other : one))
  return highest > 2 * own + 5 ? best : archiveLanguage
}

const maxCharacters = 2000
