import { isReserved } from '../archive/paths.ts'
import { hashed, shortened, slugged } from '../archive/slug.ts'
import { spellings } from '../archive/old-addresses.ts'
import { normalPath } from '../base/paths.ts'
import { decoded } from '../archive/links.ts'
import type { Entry } from './exported.ts'
import type { FiledNote } from './left-out.ts'
import { pathOf } from './old-site.ts'

export interface NamedEntry {
  readonly entry: Entry
  /** In the archive. */
  readonly file: string
  /** Paths where it was and where the archive answers for it. */
  readonly aliases: readonly string[]
}

/** Gives each entry the name of its file, and the old addresses that no other has. */
export function nameAll(entries: readonly Entry[], note: (note: FiledNote) => void): NamedEntry[] {
  const distinct = { post: distinctNames(), page: distinctNames() }
  const files = entries.map((entry) => distinct[entry.kind](nameOf(entry)))
  const answered = new Set(
    entries.flatMap(({ kind, isDraft }, at) => {
      const path = kind === 'post' ? `/posts/${files[at]}` : `/${files[at]}`
      return isDraft ? [] : spellings(path)
    }),
  )
  return entries.map((entry, at) => {
    const file = `${entry.kind}s/${files[at]}.md`
    const own = spellings(entry.kind === 'post' ? `/posts/${files[at]}` : `/${files[at]}`)
    const paths = [...new Set(entry.addresses.slice(0, 1).flatMap((address) => pathOf(address) ?? []))]
    const aliases = paths.filter((path) => {
      const all = spellings(normalPath(path))
      if (all.some((one) => own.includes(one))) return false
      const isFree = !all.some((one) => answered.has(one)) && !isReserved(path.split('/')[1] ?? '')
      if (isFree && !entry.isDraft) for (const one of all) answered.add(one)
      if (!isFree) note({ kind: 'address', detail: path, file })
      return isFree
    })
    return { entry, file, aliases }
  })
}

/** Letters of other scripts stay: the file is for people, and its id is made by the engine. */
function nameOf({ slug, title, kind, addresses }: Entry): string {
  const written = decoded(slug)
  const latin = shortened(slugged(written))
  const any = written
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  const name = latin || any || `post-${hashed(title + addresses.join())}`
  return kind === 'page' && isReserved(name) ? `${name}-page` : name
}

/** A name that is taken is followed by a number. It goes on from the last, or thousands of one name would cost their square. */
function distinctNames(): (name: string) => string {
  const taken = new Set<string>()
  const last = new Map<string, number>()
  return (name) => {
    let number = last.get(name) ?? 1
    let file = name
    while (taken.has(file)) file = `${name}-${++number}`
    last.set(name, number)
    taken.add(file)
    return file
  }
}
