import { unboundedMemo } from '../base/caches.ts'

/** What a server needs to render search results in one language. A build stores it in the snapshot. */
export interface SearchWords {
  readonly language: string
  /** Direction of the script: `ltr` or `rtl`. */
  readonly direction: string
  readonly months: readonly string[]
  readonly day: Forms
  /** How names are joined in a sentence. */
  readonly and: { readonly between: string; readonly last: string }
  /** How words of a query are quoted and joined. */
  readonly quotes: { readonly each: string; readonly between: string }
  readonly search: string
  readonly results: Readonly<Record<ResultLabel | ResultNote, string>> & { readonly count: Forms }
}

type ResultLabel = 'title' | 'previous' | 'more' | 'withoutQuotes' | 'address'
/** `frequent` is for a phrase that was only checked in the best matches. */
type ResultNote = 'noPage' | 'noWords' | 'cut' | 'replaced' | 'nowhere' | 'thisYear' | 'frequent'

/** A message by number: for an exact one such as `0`, for a plural category of the language such as `one`, and for all others. */
export interface Forms {
  readonly other: string
  readonly [number: string]: string
}

type MessageValues = Readonly<Record<string, string | number>>

/** Fills the `{names}` of a message. Of several forms, the number among the values chooses one. */
export function format(template: string, values: MessageValues): string
export function format(forms: Forms, values: MessageValues, words: Pick<SearchWords, 'language'>): string
export function format(
  message: string | Forms,
  values: MessageValues,
  words?: Pick<SearchWords, 'language'>,
): string {
  const template = typeof message === 'string' ? message : formFor(message, values, words?.language ?? 'en')
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}

const rulesFor = unboundedMemo((language: string) => new Intl.PluralRules(language))

function formFor(forms: Forms, values: MessageValues, language: string): string {
  const number = Object.values(values).find((value) => typeof value === 'number') ?? 0
  return forms[number] ?? forms[rulesFor(language).select(number)] ?? forms.other
}

/** Joins names as in a sentence: `a, b and c`. */
export function joinNames(
  names: readonly string[],
  { and: { between, last } }: Pick<SearchWords, 'and'>,
): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(between)}${last}${names.at(-1)}`
}

/** Quotes words of a query: `“a”, “b”`. */
export function quoteTerms(terms: readonly string[], { quotes: { each, between } }: SearchWords): string {
  return terms.map((term) => format(each, { term })).join(between)
}

export interface Day {
  readonly iso: string
  readonly text: string
}

/** Formats YYYY-MM-DD. Not with Intl, whose dates differ between machines. */
export function day(iso: string, words: Pick<SearchWords, 'language' | 'months' | 'day'>): Day {
  const [year = '', month, date] = iso.split('-')
  const name = words.months[Number(month) - 1] ?? ''
  return { iso, text: format(words.day, { date: Number(date), month: name, year }, words) }
}

/** Returns the language subtag. */
export const languageOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''
