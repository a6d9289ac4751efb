import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAst, transformWithEsbuild } from 'vite'
import sections from './requirements.json' with { type: 'json' }

/**
 * `requirements.json` has every numbered rule and table row of the content API contract, and the design's decisions where the
 * contract is silent, by source and id. An id is the section's short name with the rule's number or the row's name: `endpoints-3`,
 * `post.url`; a rule with several parts has a row for each, such as `decided-4.head`.
 *
 * Every requirement must be cited in square brackets in the title of a test. Titles are read from the syntax tree, so that an id
 * in a comment, in another string or in the title of a skipped test does not count.
 */

const here = new URL('./', import.meta.url)

const sources = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.test.ts') || /^contract\/[^/]+\.ts$/.test(path))

const requirements = Object.entries(sections).flatMap(([source, rows]) =>
  Object.entries(rows).map(([id, text]) => ({ id, source, text })),
)
const known = new Set(requirements.map(({ id }) => id))
const citation = /\[([a-z]+(?:-\d+)?(?:\.[A-Za-z0-9-]+)?)\]/g

test('every requirement has a unique, citable id, a source and a text', () => {
  expect(known.size, 'ids are unique').toBe(requirements.length)
  for (const { id, source, text } of requirements) {
    expect(`[${id}]`, `${id} can be cited`).toMatch(new RegExp(`^${citation.source}$`))
    expect(`${source}: ${text}`, id).toMatch(/^(contract|design), .+: .+\.$/)
  }
})

test('only titles of tests that run are read', async () => {
  const names = await testNames(`
    // test('[comment-1]', () => {})
    test('[plain-1] a', () => {}); it(\`[template-1] \${1} [template-2]\`, () => {})
    test.each([1])('[each-1] %s', () => {}); it.each\`a\`('[each-2]', () => {}); describe('[describe-1]', () => {
      test.skip('[skip-1]', () => {}); test.todo('[todo-1]'); test.fails('[fails-1]', () => {})
      test.concurrent('[concurrent-1]', async (): Promise<void> => { expect('[string-1]').toBe(test) }) })`)
  expect(names.flatMap(cited).join()).toBe('plain-1,template-1,template-2,each-1,each-2,concurrent-1')
})

test('every requirement is cited by a test, and every citation is a requirement', async () => {
  const citations = new Map<string, string>()
  for (const path of sources) {
    const names = await testNames(readFileSync(new URL(path, here), 'utf8'))
    for (const id of names.flatMap(cited)) citations.set(id, path)
  }
  const uncited = requirements.filter(({ id }) => !citations.has(id)).map(({ id, text }) => `[${id}] ${text}`)
  expect(uncited, 'requirements that no test cites').toEqual([])
  const unknown = [...citations].filter(([id]) => !known.has(id)).map(([id, path]) => `${path} cites [${id}]`)
  expect(unknown, 'citations of unknown ids').toEqual([])
})

function cited(name: string): string[] {
  return Array.from(name.matchAll(citation), ([, id = '']) => id)
}

/** The title of every `test` or `it`, including `.each` and the like, except tests that are skipped or fail. */
async function testNames(source: string): Promise<string[]> {
  const { code } = await transformWithEsbuild(source, 'source.ts', { target: 'esnext' })
  const names: string[] = []
  for (const node of nodes(parseAst(code))) {
    if (node.type !== 'CallExpression') continue
    const words = calleeWords(node.callee)
    if (!/^(test|it)$/.test(words[0] ?? '') || words.some((word) => /^(skip|todo|fails)$/.test(word)))
      continue
    const [name] = node.arguments ?? []
    if (name?.type === 'Literal') names.push(String(name.value))
    if (name?.type === 'TemplateLiteral') {
      names.push((name.quasis ?? []).map(({ value }) => value.cooked).join('…'))
    }
  }
  return names
}

/** The fields of a syntax tree node that are used here. */
interface Node {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly callee?: Node
  readonly object?: Node
  readonly property?: Node
  readonly tag?: Node
  readonly arguments?: readonly Node[]
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[]
}

/** `test.each(…)` and `test.skip` as words: ['test', 'each'], ['test', 'skip']; empty for any other expression. */
function calleeWords(node: Node | undefined): string[] {
  if (node?.type === 'Identifier') return [node.name ?? '']
  if (node?.type === 'MemberExpression') return [node.object, node.property].flatMap(calleeWords)
  const inner = node?.callee ?? node?.tag
  return inner === undefined ? [] : calleeWords(inner)
}

function* nodes(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) yield value as Node
  for (const child of Object.values(value)) yield* nodes(child)
}
