/**
 * The language that posts are written in, by their scripts and their most frequent words. Undefined where it is English, which needs no saying,
 * or cannot be told.
 */
export function languageOf(bodies: readonly string[]): string | undefined {
  const sample = bodies.slice(0, mostBodies).map((body) => proseOf(body.slice(0, mostCharacters)))
  const text = sample.join('\n').toLowerCase()
  return byScript(text) ?? byWords(text)
}

const mostBodies = 50
const mostCharacters = 4000

/** Without code, tags and addresses, which are in no language. */
function proseOf(body: string): string {
  return body
    .replace(/^(```|~~~)[\s\S]*?(?:^\1|$(?![\s\S]))/gm, ' ')
    .replace(/`[^`\n]*`|<[^<>]*>|\{[^{}]*\}|\]\([^()\s]*\)|https?:\S+/g, ' ')
}

/** Each script that one language has to itself, or nearly: Han is Japanese where there is kana, and Cyrillic Russian where it has its letters. */
function byScript(text: string): string | undefined {
  const letters = text.match(/[^\s\d!-@[-`{-~\u2000-\u206f\u3000-\u303f\uff00-\uff0f]/g)?.length ?? 0
  const has = (characters: RegExp, share: number) =>
    (text.match(characters)?.length ?? 0) > Math.max(letters * share, 20)
  if (has(/[\u3041-\u30ff]/g, 0.1)) return 'ja'
  if (has(/[\uac00-\ud7a3]/g, 0.3)) return 'ko'
  if (has(/[\u4e00-\u9fff]/g, 0.3)) return 'zh'
  if (has(/[\u0620-\u064a\u067e-\u06d3]/g, 0.5))
    return has(/[\u067e\u0686\u0698\u06af\u06cc]/g, 0.02) ? 'fa' : 'ar'
  if (has(/[\u05d0-\u05ea]/g, 0.5)) return 'he'
  if (has(/[\u0430-\u045f\u0491]/g, 0.5)) {
    if (has(/[\u0456\u0457\u0454\u0491]/g, 0.02)) return 'uk'
    return has(/[\u044b\u044d]/g, 0.005) ? 'ru' : undefined
  }
  if (has(/[\u03ac-\u03ce]/g, 0.5)) return 'el'
  if (has(/[\u0e01-\u0e4e]/g, 0.5)) return 'th'
  return undefined
}

/** Words that are frequent in one of these languages and rare in the others. */
const frequent = {
  en: 'the and of is that with this for it you',
  de: 'und der das nicht ist ein eine mit auf sich',
  fr: 'les des est une pour dans pas vous sur qui',
  es: 'el los las una por como más pero del y',
  pt: 'não uma com os você é em são mais também',
  it: 'che di per una non sono della il più anche',
  nl: 'het een van niet dat voor zijn je maar ook',
  sv: 'och att det som är inte för av på jag',
  pl: 'się nie jest na że w z jak ale przez',
  tr: 'bir ve bu için ile çok olarak gibi daha kadar',
  cs: 'se že na je jsem ale jako který které když',
} as const

function byWords(text: string): string | undefined {
  const words = text.match(/[a-z\u00df-\u024f]+/g) ?? []
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const [best, second] = Object.entries(frequent)
    .map(([language, list]) => ({
      language,
      found: list.split(' ').reduce((sum, word) => sum + (counts.get(word) ?? 0), 0),
    }))
    .sort((a, b) => b.found - a.found)
  if (!best || !second || best.language === 'en') return undefined
  return best.found >= 20 && best.found >= words.length * 0.04 && best.found >= second.found * 1.5
    ? best.language
    : undefined
}
