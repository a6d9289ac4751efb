import rules from './english.json' with { type: 'json' }

const exceptions = new Map(Object.entries(rules.exceptions))
/** Prefixes after which R1 starts, to keep `general` and `generous` apart. */
const longPrefix = /^(?:arsen|commun|emerg|gener|inter|later|organ|past|univers)/

/**
 * The English stemmer of Snowball 3 (Porter2): https://snowballstem.org/algorithms/english/stemmer.html. Expects a lower-case word of
 * letters and apostrophes. Internally, `Y` is a consonant y.
 */
export function english(word: string): string {
  const exception = exceptions.get(word)
  if (exception !== undefined) return exception
  if (word.length < 3) return word
  let stemmed = markConsonants(word.startsWith("'") ? word.slice(1) : word)
  const r1 = longPrefix.exec(stemmed)?.[0].length ?? afterSyllable(stemmed, 0)
  const r2 = afterSyllable(stemmed, r1)

  stemmed = singular(stemmed.replace(/'(?:s'?)?$/, ''))
  stemmed = present(stemmed, r1)
  if (/.[^aeiouy][yY]$/.test(stemmed)) stemmed = `${stemmed.slice(0, -1)}i`
  stemmed = replaceEnding(stemmed, suffixes, () => r1)
  stemmed = replaceEnding(stemmed, adjectives, (ending) => (ending === 'ative' ? r2 : r1))
  stemmed = replaceEnding(stemmed, residues, () => r2)
  return withoutLast(stemmed, r1, r2).toLowerCase()
}

const suffixes = endings(rules.suffixes)
const adjectives = endings(rules.adjectives)
const residues = endings(rules.residues)

/** Suffixes that count only after one of these letters. */
const onlyAfter = new Map(Object.entries(rules.onlyAfter))

type Endings = { readonly found: RegExp; readonly replacements: ReadonlyMap<string, string> }

/** Suffixes with their replacements, and a pattern that finds the longest. */
function endings(rows: Readonly<Record<string, string>>): Endings {
  const replacements = new Map(Object.entries(rows))
  return { found: new RegExp(`(?:${[...replacements.keys()].join('|')})$`), replacements }
}

/** Only the longest suffix applies; if it does not, no shorter one does. */
function replaceEnding(
  word: string,
  { found, replacements }: Endings,
  region: (ending: string) => number,
): string {
  const ending = found.exec(word)?.[0]
  if (ending === undefined) return word
  const at = word.length - ending.length
  const letters = onlyAfter.get(ending)
  const may = at >= region(ending) && (letters === undefined || letters.includes(word[at - 1] ?? ' '))
  return may ? word.slice(0, at) + (replacements.get(ending) ?? '') : word
}

function singular(word: string): string {
  if (!/[sd]$/.test(word)) return word
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[sd]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  return /[aeiouy].+(?<![us])s$/.test(word) ? word.slice(0, -1) : word
}

/** Removes -ed and -ing, and undoes their spelling changes. */
function present(word: string, r1: number): string {
  const ending = /(?:eed|ed|ing)(?:ly)?$/.exec(word)?.[0]
  if (ending === undefined) return word
  const base = word.slice(0, -ending.length)
  if (ending.startsWith('ee')) {
    return base.length >= r1 && !['succ', 'proc', 'exc'].includes(base) ? `${base}ee` : word
  }
  if (ending === 'ing') {
    if (/^[^aeiouy]y$/.test(base)) return `${base.slice(0, -1)}ie`
    if (['even', 'cann', 'inn', 'earr', 'herr', 'out'].includes(base)) return word
  }
  if (!/[aeiouy]/.test(base)) return word
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(base)) return /^[aeo]..$/.test(base) ? base : base.slice(0, -1)
  return base.length === r1 && endsShort(base) ? `${base}e` : base
}

function withoutLast(word: string, r1: number, r2: number): string {
  const base = word.slice(0, -1)
  const goes = word.endsWith('e')
    ? base.length >= r2 || (base.length >= r1 && !endsShort(base))
    : word.endsWith('ll') && base.length >= r2
  return goes ? base : word
}

/** Whether the last syllable is short, as in `rap`, `trap` and `ow`, but not `bay` or `bestow`. */
const endsShort = (word: string): boolean =>
  /[^aeiouy][aeiouy][^aeiouywxY]$|^[aeiouy][^aeiouy]$|past$/.test(word)

/** Returns the offset after the first consonant that follows a vowel. */
function afterSyllable(word: string, from: number): number {
  const found = /[aeiouy]+[^aeiouy]/.exec(word.slice(from))
  return found ? from + found.index + found[0].length : word.length
}

function markConsonants(word: string): string {
  if (!word.includes('y')) return word
  let marked = ''
  for (const letter of word) {
    const consonant = letter === 'y' && (marked === '' || /[aeiouy]$/.test(marked))
    marked += consonant ? 'Y' : letter
  }
  return marked
}
