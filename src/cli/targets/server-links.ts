import { headerIn } from '../../snapshot/headers.ts'
import { endingOf } from '../../representations/media-types.ts'
import { literally } from './accept-patterns.ts'

/** A page, its twin at the same address, or a file. */
export type FormName = 'html' | 'md' | 'file'

export interface LinkRules {
  /** By form and path: for what no pattern tells. */
  readonly exact: readonly { readonly form: FormName; readonly name: string; readonly value: string }[]
  /** For all that are in a folder and have an ending; `gap` in the value stands for the rest of the name. */
  readonly patterns: readonly {
    readonly form: FormName
    readonly folder: string
    readonly ending: string
    readonly value: string
  }[]
}

export const gap = '{{name}}'

interface Member {
  readonly name: string
  readonly header: string
  /** Each link, with a gap for the name. */
  readonly links: readonly string[]
}

/**
 * Link headers by folder and ending, because posts have the same links but for their names. What only some have, such as a series or an author, is
 * left out; one that lacks what most have, such as a post whose canonical address is elsewhere, has a rule of its own.
 */
export function linkRules() {
  const groups = new Map<string, { form: FormName; folder: string; ending: string; members: Member[] }>()

  function add(form: FormName, name: string, headers: readonly string[]): void {
    const header = headerIn(headers, 'Link')
    if (header === undefined) return
    const slash = name.lastIndexOf('/') + 1
    const found = form === 'file' ? endingOf(name) : ''
    const ending = found === '' ? '' : `.${found}`
    const own = name.slice(slash, name.length - ending.length)
    const itself = literally(own)
    const links = header
      .split(/, (?=<)/)
      .map((link) => (own === '' ? link : link.replace(new RegExp(`(?<=/)${itself}(?=[.>])`, 'g'), gap)))
    const folder = name.slice(0, slash)
    const key = `${form} ${folder} ${ending}`
    const group = groups.get(key) ?? { form, folder, ending, members: [] }
    group.members.push({ name, header, links })
    groups.set(key, group)
  }

  function rules(): LinkRules {
    const exact: LinkRules['exact'][number][] = []
    const patterns: LinkRules['patterns'][number][] = []
    for (const { form, folder, ending, members } of groups.values()) {
      const links = members.length > 1 ? common(members) : []
      const fits = (member: Member) => links.length > 0 && links.every((link) => member.links.includes(link))
      if (links.length > 0) patterns.push({ form, folder, ending, value: links.join(', ') })
      for (const one of members) if (!fits(one)) exact.push({ form, name: one.name, value: one.header })
    }
    patterns.sort((a, b) => b.ending.length - a.ending.length)
    return { exact, patterns }
  }

  return { add, rules }
}

/** Those that all have, and those with the name that most have. */
function common(members: readonly Member[]): string[] {
  const counts = new Map<string, number>()
  for (const { links } of members) for (const link of links) counts.set(link, (counts.get(link) ?? 0) + 1)
  return [...counts].flatMap(([link, count]) =>
    count === members.length || (link.includes(gap) && count > members.length / 2) ? [link] : [],
  )
}
