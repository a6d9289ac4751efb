import { expect, test } from 'vitest'
import { serve } from '../../src/serve.ts'
import type { Tool } from '../contract/rpc.ts'
import { shippedArchive } from '../snapshot/fixture.ts'
import { connected, served, servedPosts } from './archive.ts'

const snapshot = await shippedArchive()

async function toolsAt(url: string): Promise<Tool[]> {
  return (await (await connected(url)).listTools()).tools
}
const listed = await toolsAt(await served(serve(snapshot)))
const searchTool = (tools: readonly Tool[]) => tools.find(({ name }) => name === 'search_archive_posts')

/** o200k needs one token per 4.2 characters of this JSON; four leaves room for other tokenizers. */
test('the tool list is shorter than 1,200 tokens', () => {
  expect(JSON.stringify(listed).length).toBeLessThan(1200 * 4)
})

/** Some model APIs reject lists of types, and clients enforce the constraints they know: bounds, formats, additionalProperties. */
test('input schemas have plain types and no constraints', () => {
  for (const { name, inputSchema } of listed) {
    expect(Object.keys(inputSchema), name).toEqual(
      'required' in inputSchema ? ['type', 'properties', 'required'] : ['type', 'properties'],
    )
    for (const [argument, schema] of Object.entries(inputSchema.properties)) {
      expect(Object.keys(schema), `${name}, ${argument}`).toEqual(['type', 'description'])
      expect(['string', 'number', 'boolean'], `${name}, ${argument}`).toContain(schema.type)
    }
  }
})

async function described(settings: string, bodies: Readonly<Record<string, string>> = { a: 'One.' }) {
  return searchTool(await toolsAt(await servedPosts(bodies, `title: The Ice Review\n${settings}`)))
    ?.description
}

test.each([
  ['All about ice.', 'All about ice'],
  [
    'Dr. Smith writes about the U.S. economy, ice and more. Weekly.',
    'Dr. Smith writes about the U.S. economy, ice and more',
  ],
  [
    'Free, automated, and open: the certificate authority for the benefit of the public.',
    'Free, automated, and open: the certificate authority for the benefit of the public',
  ],
  ['A blog. About things, like code, and food.', 'A blog. About things, like code, and food'],
  ['Notes on e.g. Node.js, Rust and C++', 'Notes on e.g. Node.js, Rust and C++'],
])('the search tool starts with the subject, in whole sentences: %s', async (description, subject) => {
  const start = `${subject}. Use it first`
  expect((await described(`description: ${JSON.stringify(description)}\n`))?.slice(0, start.length)).toBe(
    start,
  )
})

test('without a description, the search tool is described by the newest titles', async () => {
  const bodies = { 'week-01': 'One.', 'week-02': 'Two.', 'week-03': 'Three.', 'week-04': 'Four.' }
  const titles = ['week-04', 'week-03', 'week-02'].map((id) => `“Post ${id}”`).join(', ')
  expect(await described('', bodies)).toMatch(
    new RegExp(`^The Ice Review, with posts such as ${titles}\\. Use it first`),
  )
})

test('the search tool names the most used tags first', () => {
  const [, named = ''] = /^[^(]*\(([^)]*)\)/.exec(searchTool(listed)?.description ?? '') ?? []
  const counts = named
    .split(', ')
    .map((tag) => snapshot.mcp.posts.filter(({ entry }) => entry.tags.includes(tag)).length)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  const all = snapshot.mcp.posts.flatMap(({ entry }) => entry.tags)
  const most = Math.max(...new Map(all.map((tag) => [tag, all.filter((one) => one === tag).length])).values())
  expect(counts[0]).toBe(most)
})
