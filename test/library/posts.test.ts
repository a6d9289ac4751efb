import { expect, expectTypeOf, test } from 'vitest'
import { compile, fromMemory, getPost, type Post, type PostWithBody, posts } from '../../src/citable.ts'
import type { Json } from '../../src/representations/json.ts'
import { type Head, headName, openParts } from '../../src/snapshot/open-parts.ts'
import { split } from '../../src/snapshot/split.ts'
import { answering } from '../answering.ts'

/** posts() and getPost(). */

const post = (title: string, day: number, more = '') =>
  `---\ntitle: ${title}\npublished: 2026-01-0${day}\n${more}---\n\nText of ${title}.\n`
const files = {
  'posts/one.md': post('One', 1, 'tags: [a]\n'),
  'posts/straße.md': post('Two', 2),
  'posts/hidden.md': post('Hidden', 3, 'unlisted: true\n'),
}
const { value: snapshot } = await compile(fromMemory(files), { baseUrl: 'https://example.org/blog' })
if (!snapshot) throw new Error('the archive has errors')
const handler = answering(snapshot)
const json = (target: string) =>
  JSON.parse(new TextDecoder().decode(handler({ method: 'GET', target }).body ?? undefined))

test('posts() returns what listPosts lists', async () => {
  const all: readonly Post[] = await posts(snapshot)
  expect(all).toEqual(json('/blog/api/v1/posts.json').posts)
  expect(all.map(({ title }) => title)).toEqual(['Two', 'One'])
})

test('getPost() returns what getPost does', async () => {
  const ids = [...(await posts(snapshot)).map(({ id }) => id), 'hidden']
  for (const id of ids) {
    const one: PostWithBody | undefined = await getPost(snapshot, id)
    expect(one).toEqual(json(`/blog/api/v1/posts/${id}.json`))
    expect(one?.bodyMarkdown).toMatch(/^Text of \w+\.\n$/)
  }
})

test.each(['two', '', '../stats', 'one.json', '$&'])('getPost() finds nothing for %j', async (id) => {
  expect(await getPost(snapshot, id)).toBeUndefined()
})

test('they read a snapshot in parts, and load what they miss', async () => {
  const parts = new Map(Array.from(split(snapshot), ({ name, body }) => [name, body]))
  const head = JSON.parse(Buffer.from(parts.get(headName) ?? []).toString()) as Head
  const inParts = openParts(head, async (name) => new Response(Buffer.from(parts.get(name) ?? [])), 1)
  const [all, one, none] = await Promise.all([posts(inParts), getPost(inParts, 'one'), getPost(inParts, '-')])
  expect(all).toEqual(await posts(snapshot))
  expect(one).toEqual(await getPost(snapshot, 'one'))
  expect(none).toBeUndefined()
})

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T

// For tsc: the types of the library have no zod in them, and are written beside the schemas of the contract.
test('their types are those of the contract', () => {
  expectTypeOf<Post>().toEqualTypeOf<DeepReadonly<Json<'Post'>>>()
  expectTypeOf<PostWithBody>().toEqualTypeOf<DeepReadonly<Json<'PostWithBody'>>>()
})
