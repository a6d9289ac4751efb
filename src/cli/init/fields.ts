import { type FieldName, fieldTable, readFields } from '../../content/fields.ts'
import type { Located, Plain } from '../../content/locate.ts'
import { readMatter } from '../../content/matter.ts'
import type { Written } from '../../content/read.ts'
import { readDate } from '../../content/written-date.ts'

/** A key that Citable does not know, by what its name and its values look like. */
interface Guess {
  readonly field: FieldName
  readonly isMissing: (facts: Written['facts']) => boolean
  readonly name: RegExp
  readonly value: (value: Plain) => boolean
}

const isText = (value: Plain) => typeof value === 'string' && value.trim() !== ''
const isTextOrList = (value: Plain) => isText(value) || (Array.isArray(value) && value.length > 0)

const guesses: readonly Guess[] = [
  {
    field: 'title',
    isMissing: ({ title }) => title === undefined,
    name: /title|headline|heading|subject/i,
    value: isText,
  },
  {
    field: 'published',
    isMissing: ({ published }) => published === undefined,
    name: /date|time|day|publish|post|creat|start|release/i,
    value: (value) => typeof value === 'string' && readDate(value) !== undefined,
  },
  {
    field: 'authors',
    isMissing: ({ authors }) => authors.length === 0,
    name: /author|writer|written|contributor|attribution|by$|creator|speaker/i,
    value: isTextOrList,
  },
  {
    field: 'summary',
    isMissing: ({ summary }) => summary === undefined,
    name: /summary|descr|excerpt|teaser|lead|preview|intro|snippet/i,
    value: (value) => typeof value === 'string' && value.trim().length > 20,
  },
]

/** Keys of posts that say what Citable looks for under other names: those that most posts without it have. */
export function unusualFields(posts: readonly Written[]): Map<FieldName, string> {
  const found = new Map<FieldName, string>()
  for (const { field, isMissing, name, value } of guesses) {
    const counts = new Map<string, number>()
    const without = posts.filter(({ facts }) => isMissing(facts))
    for (const post of without)
      for (const [key, part] of unknownKeys(post))
        if (name.test(key) && value(part.value)) counts.set(key, (counts.get(key) ?? 0) + 1)
    const [best] = [...counts].sort(([, a], [, b]) => b - a)
    if (best && best[1] * 2 > without.length) found.set(field, best[0])
  }
  return found
}

const usualNames = fieldTable({})

/** With those of a group, as `extra.key`. */
function unknownKeys({ file }: Written): [string, Located][] {
  const root = readMatter(file).value?.root
  if (!root) return []
  return readFields(root, usualNames).unknown.flatMap(({ key }): [string, Located][] => {
    const part = root.parts.get(key)
    if (!part) return []
    const inner = Array.isArray(part.value) ? [] : [...part.parts]
    return [[key, part], ...inner.map(([name, one]): [string, Located] => [`${key}.${name}`, one])]
  })
}
