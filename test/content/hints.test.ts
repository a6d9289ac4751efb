import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Diagnostic, fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { other } from './mistakes.ts'
import { cases } from '../thorough.ts'

const path = 'posts/week-01.md'
const files = { ...other, 'assets/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' }

async function reported(post: string): Promise<readonly Diagnostic[]> {
  return (await readArchive(fromMemory({ ...files, [path]: post }))).diagnostics
}

/** Applies every hint to a post, literally. */
function followed(post: string, diagnostics: readonly Diagnostic[]): string {
  const lines = post.split('\n')
  const gone = new Set<number>()
  // From the end, so that earlier positions stay valid.
  for (const one of diagnostics.toReversed()) {
    const at = one.line - 1
    const line = lines[at] ?? ''
    const [before, after] = [line.slice(0, one.column - 1), line.slice(one.column - 1)]
    const put = fixes[one.rule]?.(after, one)
    if (put === undefined) throw new Error(`${one.rule} has a hint that cannot be followed: ${one.hint}`)
    if (put === remove) gone.add(at)
    else if (put === removeEarlier) {
      const [key = ''] = after.split(':')
      gone.add(lines.findLastIndex((line, nth) => nth < at && !gone.has(nth) && line.startsWith(`${key}:`)))
    } else lines[at] = before + put
  }
  return lines.filter((_, at) => !gone.has(at)).join('\n')
}

const remove = Symbol('the line goes')
const removeEarlier = Symbol('the line before it with the same key goes')

/** The replacement for the rest of a line, by rule. */
const fixes: Readonly<
  Record<
    string,
    (rest: string, said: Diagnostic) => string | typeof remove | typeof removeEarlier | undefined
  >
> = {
  'unknown-key': (rest, { hint }) => rest.replace(/^[^:]+/, quotedIn(hint)),
  'bad-date': (rest, { message }) =>
    rest.replace(/^.*/, message.includes('modified') ? '2026-03-01' : '2026-01-01'),
  'bad-value': (rest, { message, hint }) => {
    if (message.startsWith('Duplicate key')) return removeEarlier
    if (/^Add a line/.test(hint)) return `${rest}\nmodified: 2026-03-01`
    return /leave it out/.test(hint) ? remove : undefined
  },
  'heading-level': (rest, { hint }) => rest.replace(/^#+/, quotedIn(hint)),
  'missing-alt': (rest) => rest.replace('![]', '![What it shows]'),
  'dead-link': (rest, { hint }) => {
    const near = /Did you mean (?:the file posts\/)?(.*)\?$/.exec(hint)?.[1]
    return rest.replace(near === undefined ? /^[^)]*/ : /^[^)#]*/, near ?? 'https://example.org/')
  },
  'dead-anchor': (rest, { hint }) => {
    const slug = /#[\w-]+/.exec(hint)?.[0]
    return rest.replace(slug === undefined ? /^[^)]*/ : /#[^)]*/, slug ?? 'https://example.org/')
  },
}

function quotedIn(hint: string): string {
  return /`(.*?)`/.exec(hint)?.[1] ?? ''
}

/** Front matter and bodies, most with a mistake that a hint can fix. */
const linesToChoose = [
  'summary: One.|sumary: One.|sumary: One.\nsummry: Two.|summary: One.\nsummary: Two.|descripton: One.|',
  'published: 2026-01-01|pubished: 2026-01-01|published: soon|pubished: soon|date: 2026-13-45|' +
    'published: later\npublished: 2026-01-01|published: 2026-01-01\npublished: later|',
  'changes: All.|chnges: All.|modified: 2026-02-01\nchanges: All.|modified: soon|' +
    'modifed: 2026-02-01\nchanges: All.|modifed: soon\nchnges: All.|changes: A.\nchanges: B.|',
  'drfat: false|hiden: false|draft: false|',
  'seriesNumber: 0|seriesNumbr: none|seriesNumber: 3|',
].map((choices) => fc.constantFrom(...choices.split('|')))
const front = fc
  .tuple(...linesToChoose)
  .chain((parts) => fc.shuffledSubarray(parts, { minLength: parts.length }))
const body = fc.array(
  fc.constantFrom(
    ...['# One', '## Two', '### Three', '#### Four', '##### Five', '###### Six', 'Text.'],
    ...['![](../assets/a.svg)', 'Look: ![](../assets/a.svg) ![](../assets/a.svg)'],
    ...['[x](week-02.md#method)', '[x](wek-02.md)', '[x](week-02.md#metod)', '[x](wek-02.md#method)'],
    ...['[x](nowhere-at-all.md) [y](wek-02.md)', '[x](#none)', '[x](/posts/week-2)', '[x](/posts/week-02)'],
  ),
  { maxLength: 8 },
)

test('following all hints fixes all problems', async () => {
  const rules = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(front, body, async (lines, blocks) => {
      const written = lines.filter((line) => line !== '')
      const post = `---\ntitle: A title\nseries: research\n${written.join('\n')}\n---\n\n${['Text.', ...blocks].join('\n\n')}\n`
      const first = await reported(post)
      for (const { rule } of first) rules.set(rule, (rules.get(rule) ?? 0) + 1)
      const fixed = followed(post, first)
      const second = await reported(fixed)
      const said = second.map(({ line, rule, message }) => `${line} ${rule}: ${message}`)
      expect(said, `after\n${post}\nbecame\n${fixed}`).toEqual([])
    }),
    { numRuns: cases(60, 300) },
  )
  expect([...rules.keys()].sort(), 'each kind of hint was followed').toEqual(Object.keys(fixes).sort())
  expect(Math.min(...rules.values())).toBeGreaterThan(cases(3, 30))
})
