import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compile, fromMemory } from '../../src/compile.ts'
import { encodingsFor } from '../../src/snapshot/encode.ts'
import { encodings, type Variant } from '../../src/snapshot/resource.ts'
import { fixture, pairs, resourceAt } from './fixture.ts'

const snapshot = await fixture()
const resources = [...snapshot.resources.values()]
const variants = resources.flatMap(({ path, vary, representations }) =>
  representations.flatMap(({ type, variants }) => variants.map((variant) => ({ path, vary, type, variant }))),
)

test('every ETag is strong', () => {
  for (const { path, variant } of variants) expect(variant.etag, path).toMatch(/^"[\w-]+"$/)
})

test('every media type and encoding of a path has its own ETag', () => {
  for (const { path, representations } of resources) {
    const tags = representations.flatMap(({ variants }) => variants.map(({ etag }) => etag))
    expect(new Set(tags).size, path).toBe(tags.length)
  }
})

test('the ETag changes only with the text', async () => {
  const tagOf = async (body: string) => {
    const text = `---\ntitle: A title\nseries: research\nsummary: One sentence.\n---\n\n${body}\n`
    const { value: snapshot } = await compile(fromMemory({ 'posts/week-01.md': text }))
    if (!snapshot) throw new Error('not published')
    return resourceAt(snapshot, '/posts/week-01').representations[0].variants[0]?.etag
  }
  const first = await tagOf('One.')
  expect(await tagOf('One.')).toBe(first)
  expect(await tagOf('Two.')).not.toBe(first)
})

test('HEAD has the headers of the 200, and 304 all except those of the body', () => {
  const bodyHeaders = ['Content-Type', 'Content-Length', 'Content-Encoding']
  for (const { path, variant } of variants) {
    const { full, head, notModified } = variant
    expect([full.status, head.status, notModified.status], path).toEqual([200, 200, 304])
    expect(head.headers, path).toEqual(full.headers)
    expect([head.body, notModified.body], path).toEqual([null, null])
    const expected = pairs(full.headers).filter(([name]) => !bodyHeaders.includes(name))
    expect(pairs(notModified.headers), path).toEqual(expected)
  }
})

test('headers are unique and describe the variant', () => {
  for (const { path, vary, type, variant } of variants) {
    const list = pairs(variant.full.headers)
    const headers = new Map(list)
    expect(headers.size, path).toBe(list.length)
    expect(headers.get('ETag'), path).toBe(variant.etag)
    expect(headers.get('Vary'), path).toBe(vary)
    expect(headers.get('Content-Type')?.split(';')[0], path).toBe(type)
    expect(headers.get('Content-Length'), path).toBe(String(variant.full.body?.length))
    expect(headers.get('Content-Encoding'), path).toBe(
      variant.encoding === 'identity' ? undefined : variant.encoding,
    )
  }
})

test('every encoding decodes to the identity body', () => {
  const decode: Partial<Record<Variant['encoding'], (body: Uint8Array) => Uint8Array>> = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
  }
  for (const { path, representations } of resources) {
    for (const { variants } of representations) {
      const plain = variants.find(({ encoding }) => encoding === 'identity')?.full.body
      for (const { encoding, full } of variants) {
        const decoded = decode[encoding]?.(full.body ?? new Uint8Array(0))
        if (decoded)
          expect(Buffer.compare(decoded, plain ?? new Uint8Array(0)), `${path} ${encoding}`).toBe(0)
      }
    }
  }
})

test('archives of 2,000 posts or more have no br', () => {
  expect(encodingsFor('all', 1999)).toEqual(encodings)
  expect(encodingsFor('all', 2000)).toEqual(['gzip', 'identity'])
})

test('text has every encoding; images and small files have only identity', () => {
  const encodingsOf = (path: string) =>
    resourceAt(snapshot, path).representations[0].variants.map(({ encoding }) => encoding)
  expect(encodingsOf('/posts/week-01')).toEqual(encodings)
  expect(encodingsOf('/api/v1/posts.json')).toEqual(encodings)
  expect(encodingsOf('/feed.xml')).toEqual(encodings)
  expect(encodingsOf('/posts/week-01.bib')).toEqual(['identity'])
  expect(encodingsOf('/assets/dot.png')).toEqual(['identity'])
})

test('both paths of a markdown twin share one body', () => {
  const posts = resources.filter(({ path }) => /^\/posts\/[^.]+$/.test(path))
  expect(posts.length).toBeGreaterThan(0)
  for (const { path, representations } of posts) {
    const negotiated = representations.find(({ type }) => type === 'text/markdown')?.variants ?? []
    const alone = resourceAt(snapshot, `${path}.md`).representations[0].variants
    expect(negotiated.map(({ etag }) => etag)).toEqual(alone.map(({ etag }) => etag))
    for (const [nth, { full }] of negotiated.entries()) expect(full.body).toBe(alone[nth]?.full.body)
  }
})

test('creates only the requested encodings', async () => {
  const plain = await fixture({ encodings: ['identity'] })
  const made = [...plain.resources.values()].flatMap(({ representations }) =>
    representations.flatMap(({ variants }) => variants.map(({ encoding }) => encoding)),
  )
  expect(new Set(made)).toEqual(new Set(['identity']))
})
