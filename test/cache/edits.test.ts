import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContentSource } from '../../src/compile.ts'
import type { Archive } from '../../src/archive/model.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { describeSite, indexParts, packArchive, sealArchive } from '../../src/build/seal-archive.ts'
import { represent } from '../../src/representations/represent.ts'
import { diskCache, memoryCache } from '../../src/build/cache.ts'
import { fileDigest, onDemand } from '../../src/snapshot/encode.ts'
import { pageIndex } from '../../src/build/paged-index.ts'
import { readAndIndex } from '../../src/build/read-bodies.ts'
import { staticFiles, staticTarget } from '../../src/build/export/static.ts'
import { searchFiles, withBrowserSearch } from '../../src/build/export/static-search.ts'
import { contents, listName } from '../cli/output.ts'
import type { BuildCache } from '../../src/base/caches.ts'
import { emptyBytes } from '../../src/base/digest.ts'
import { openPreview } from '../../src/cli/dev/preview.ts'
import { answering } from '../answering.ts'
import { Vocabulary } from '../../src/search/build.ts'
import type { PreviousPack } from '../../src/snapshot/pack.ts'
import type { Snapshot } from '../../src/snapshot/resource.ts'
import { unpack } from '../../src/snapshot/unpack.ts'
import { pairs } from '../snapshot/fixture.ts'
import { cases } from '../thorough.ts'

/** Editable files; reading an unchanged one returns the same object. */
class Files implements ContentSource {
  readonly all = new Map<string, Uint8Array>()

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) this.write(path, text)
  }
  write(path: string, text: string): void {
    this.all.set(path, new TextEncoder().encode(text))
  }
  text(path: string): string {
    return new TextDecoder().decode(this.all.get(path))
  }
  async list() {
    return [...this.all.keys()]
  }
  async read(path: string) {
    const bytes = this.all.get(path)
    if (!bytes) throw new Error('no such file')
    return bytes
  }
}

const settings = 'title: The Review\ndescription: Of previews.\nauthor:\n  name: Ann\n'

const post = (title: string, day: number, body: string, more = '') =>
  `---\ntitle: ${title}\ndate: 2024-01-${String(day).padStart(2, '0')}\ntags: [one, ${title.toLowerCase()}]\n${more}---\n\n${body}\n`

const start = (): Files =>
  new Files({
    'archive.yaml': settings,
    'posts/alpha.md': post('Alpha', 1, 'Alpha opens. See [beta](beta.md#method), and ![a picture](dot.svg).'),
    'posts/beta.md': post('Beta', 2, '## Method\n\nBeta measures what [alpha](/posts/alpha) says.'),
    'posts/gamma.md': post('Gamma', 3, 'Gamma leads to [delta](delta.md), to [old](/old/alpha/) and on.'),
    'pages/about.md': '# About\n\nWhat [gamma](../posts/gamma.md) is.\n',
    'posts/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>',
  })

const today = '2026-01-01'

/** Everything a snapshot can serve, in a form that is compared fast: a body that differs is named by its path. */
function allOf({ resources, redirects, mcp, ...rest }: Snapshot) {
  const { search, ...described } = mcp
  return {
    site: { baseUrl: rest.baseUrl, basePath: rest.basePath, words: rest.words },
    signposts: rest.signposts,
    resultPages: rest.resultPages,
    redirects: [...redirects].sort(),
    mcp: described,
    search: fileDigest(search),
    resources: Array.from(resources.keys())
      .sort()
      .map((path) => {
        const one = resources.get(path)
        return [
          path,
          one?.negotiated,
          one?.vary,
          one?.representations.map(({ type, variants }) => {
            const plain = variants.find(({ encoding }) => encoding === 'identity')
            return {
              type,
              etag: plain?.etag,
              notModified: plain && pairs(plain.notModified.headers),
              headers: plain && pairs(plain.full.headers),
              body: fileDigest(plain?.full.body ?? emptyBytes),
            }
          }),
        ]
      }),
  }
}

async function compiled(source: ContentSource, isPreview = false) {
  const { value, diagnostics } = await readArchive(source, { isPreview })
  return { all: value && allOf(await sealArchive(value, { encodings: ['identity'] })), diagnostics }
}

/** As the CLI does it: with a disk cache, opened anew each time. */
async function compiledFrom(dir: string, source: ContentSource) {
  const cache = diskCache(dir)
  const { value, diagnostics } = await readArchive(source, { cache }, (plan) =>
    readAndIndex(plan, { indexed: true }),
  )
  const snapshot = value && (await sealArchive(value, { encodings: ['identity'], cache }))
  cache.save()
  return { all: snapshot && allOf(snapshot), diagnostics }
}

async function previewed(preview: ReturnType<typeof openPreview>) {
  const { value, diagnostics } = await preview(today)
  return { all: value && allOf(value.snapshot), diagnostics }
}

/** Rewrites a post. */
const rewrite = (change: (text: string, nth: number) => string) => (files: Files, nth: number) => {
  const path = anyPost(files, nth)
  files.write(path, change(files.text(path), nth))
}
const addLine = (line: (nth: number) => string) =>
  rewrite((text, nth) => text.replace(/^---\n/, `---\n${line(nth)}\n`))

/** Edits that writers make. */
const edits: Readonly<Record<string, (files: Files, nth: number) => void>> = {
  'add a sentence': rewrite((text, nth) => `${text}\nAnd sentence ${nth} about nectarines.\n`),
  'remove the last line': rewrite((text) => text.trimEnd().split('\n').slice(0, -1).join('\n').concat('\n')),
  'change a title': rewrite((text, nth) => text.replace(/^title: .*$/m, `title: Title ${nth}`)),
  'change a date': rewrite((text, nth) => text.replace(/^date: .*$/m, `date: 2024-02-${10 + (nth % 18)}`)),
  'change tags': rewrite((text, nth) => text.replace(/^tags: .*$/m, `tags: [one, new-${nth % 3}]`)),
  'add a post': (files, nth) => files.write('posts/delta.md', post('Delta', 4, `The delta, edition ${nth}.`)),
  'add a post with an old address': (files) =>
    files.write('posts/moved.md', post('Moved', 5, 'It moved.', 'aliases: [/old/alpha/]\n')),
  'remove a post': (files, nth) => {
    if (posts(files).length > 1) files.all.delete(anyPost(files, nth))
  },
  'rename a post': (files, nth) => {
    const path = anyPost(files, nth)
    const text = files.text(path)
    files.all.delete(path)
    files.write(`posts/renamed-${nth % 4}.md`, text)
  },
  'break front matter': rewrite((text) => text.replace('title:', 'title: [')),
  'change the image': (files, nth) =>
    files.write('posts/dot.svg', `<svg xmlns="http://www.w3.org/2000/svg" width="${5 + nth}" height="4"/>`),
  'change the settings': (files, nth) => files.write('archive.yaml', `${settings}footer: Edition ${nth}.\n`),
  'change the URLs of posts': (files, nth) =>
    files.write(
      'archive.yaml',
      `${settings}${['urls: /{year}/{slug}/', 'originals: https://example.com'][nth % 2]}\n`,
    ),
  'save without a change': rewrite((text) => text),
  'change the accent': (files, nth) =>
    files.write('archive.yaml', nth % 2 === 0 ? settings : `${settings}look: { accent: "#123456" }\n`),
  'change an author': addLine((nth) => `author: Author ${nth % 3}`),
  'add an author picture': (files, nth) =>
    files.write(
      'archive.yaml',
      `${settings}authors: { a: { name: Author ${nth % 3}, url: "https://a.example", picture: posts/dot.svg } }\n`,
    ),
  'feature a post': addLine(() => 'featured: true'),
  'add a page': (files) => files.write('pages/more.md', '# More\n\n[Beta](../posts/beta.md#method).\n'),
  'unlist or relist a post': rewrite((text) => {
    const listed = text.replace(/^unlisted: true\n/m, '')
    return listed === text ? listed.replace(/^---\n/, '---\nunlisted: true\n') : listed
  }),
  'change a series': addLine((nth) => `series: s${nth % 2}`),
}

/** Repairs front matter, because a state with an error publishes nothing to compare. */
function repair(files: Files): void {
  for (const path of posts(files)) files.write(path, files.text(path).replace('title: [', 'title:'))
}

const posts = (files: Files) => [...files.all.keys()].filter((path) => /^posts\/.*md$/.test(path)).sort()
const anyPost = (files: Files, nth: number) => posts(files)[nth % posts(files).length] ?? ''

/** As a server reloads: in one process, copying unchanged blocks from the previous pack. */
class Repacker {
  readonly #memory = memoryCache()
  readonly #vocabulary = new Vocabulary()
  #before: PreviousPack | undefined

  async pack(source: ContentSource) {
    const cache = this.#memory
    cache.nextRun()
    const { value, diagnostics } = await readArchive(source, { cache }, (plan) =>
      readAndIndex(plan, { indexed: true }),
    )
    return { all: value && allOf(unpack(await this.#packed(value), onDemand)), diagnostics }
  }

  async #packed(archive: Archive): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    const made = { ahead: 'large' as const, cache: this.#memory, vocabulary: this.#vocabulary }
    const write = (part: Uint8Array) => parts.push(part)
    const blocks = await packArchive(archive, write, made, this.#before)
    const bytes = Buffer.concat(parts)
    this.#before = { ...blocks, read: (start, length) => bytes.subarray(start, start + length) }
    return bytes
  }
}

/** Compares as JSON, which is much faster; `toEqual` only shows the difference. */
function same(now: unknown, fresh: unknown, when: string): void {
  if (JSON.stringify(now) !== JSON.stringify(fresh)) expect(now, when).toEqual(fresh)
}

/** The total number of edits, split into parts so that no test takes long. */
const steps = cases(8, 200)
const scriptLength = cases(8, 20)
const parts = Array.from({ length: cases(1, 10) }, (_, part) => part + 1)

test.each(parts)('cached compiles equal a fresh compile after any edit (part %i)', async () => {
  let [compared, published] = [0, 0]
  const edit = fc.tuple(fc.constantFrom(...Object.keys(edits)), fc.nat(40))
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: scriptLength, maxLength: scriptLength }), async (script) => {
      const files = start()
      const preview = openPreview(files)
      const repacker = new Repacker()
      const dir = mkdtempSync(join(tmpdir(), 'citable-cache-'))
      try {
        for (const [name, nth] of script) {
          repair(files)
          edits[name]?.(files, nth)
          const fresh = await compiled(files)
          const shown = await previewed(preview)
          // A preview also shows posts without text, like drafts.
          const isHeldBack = fresh.diagnostics.some(({ rule }) => rule === 'no-text')
          const wanted = isHeldBack ? await compiled(files, true) : fresh
          // A preview of broken content shows the rest.
          same(wanted.all ? shown : { ...shown, all: undefined }, wanted, `in memory, after: ${name}`)
          same(await compiledFrom(dir, files), fresh, `on disk, after: ${name}`)
          same(await repacker.pack(files), fresh, `packed again, after: ${name}`)
          compared++
          if (fresh.all) published++
        }
      } finally {
        rmSync(dir, { recursive: true })
      }
    }),
    { numRuns: steps / scriptLength },
  )
  expect(compared).toBeGreaterThanOrEqual(steps)
  expect(published, 'states without an error').toBeGreaterThan(compared / 2)
})

/** The files and the packed file after a build with what earlier builds left, and those of a fresh build. */
async function builtInto(out: string, dir: string, source: ContentSource) {
  const cache = diskCache(dir)
  const { value } = await readArchive(source, { cache }, (plan) => readAndIndex(plan, { indexed: true }))
  if (value) await staticTarget(value, { out, cache })
  const packed = value && (await packedFile(value, cache))
  cache.save()
  const { value: fresh } = await readArchive(source)
  if (!fresh) return undefined
  const published = withBrowserSearch(fresh)
  const files = [
    ...staticFiles(represent(published), describeSite(published), published),
    ...searchFiles(published, pageIndex(indexParts(fresh), fresh.settings.language)),
  ]
  const wanted = Array.from(files, ({ path, body }) => [path, Buffer.from(body).toString('base64')])
  return {
    written: contents(out),
    wanted: Object.fromEntries([...wanted].sort()),
    packed: [packed, await packedFile(fresh)],
  }
}

/** The digest of what `citable pack` writes. */
async function packedFile(archive: Archive, cache?: BuildCache): Promise<string> {
  const parts: Uint8Array[] = []
  await packArchive(archive, (part) => parts.push(part.slice()), { ahead: 'packed', cache })
  return fileDigest(Buffer.concat(parts))
}

test('repeated builds and packs equal fresh ones after any edit', async () => {
  const edit = fc.tuple(fc.constantFrom(...Object.keys(edits)), fc.nat(40))
  let compared = 0
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 10, maxLength: 10 }), async (script) => {
      const files = start()
      const dir = mkdtempSync(join(tmpdir(), 'citable-cache-'))
      try {
        for (const [name, nth] of script) {
          repair(files)
          edits[name]?.(files, nth)
          const built = await builtInto(join(dir, 'site'), join(dir, 'cache'), files)
          if (!built) continue
          const { [listName]: _, ...written } = built.written
          expect(written, `after: ${name}`).toEqual(built.wanted)
          expect(built.packed[0], `packed, after: ${name}`).toBe(built.packed[1])
          compared++
        }
      } finally {
        rmSync(dir, { recursive: true })
      }
    }),
    { numRuns: cases(1, 15) },
  )
  expect(compared).toBeGreaterThan(cases(3, 60))
})

describe('a preview', () => {
  test('includes drafts and future posts, and reports which they are', async () => {
    const files = start()
    files.write('posts/soon.md', post('Soon', 1, 'Later.').replace('2024-01-01', '2027-03-04'))
    files.write('posts/rough.md', post('Rough', 9, 'A draft.', 'draft: true\n'))
    files.write('pages/plan.md', '---\ndraft: true\n---\n\n# Plan\n\nText.\n')
    const { value } = await openPreview(files)(today)
    expect(Object.entries(value?.unpublished ?? {}).sort()).toEqual([
      ['/plan', 'draft'],
      ['/posts/rough', 'draft'],
      ['/posts/soon', '2027-03-04'],
    ])
    const answer =
      value && answering(value.snapshot)({ method: 'GET', target: '/posts/rough', accept: 'text/html' })
    expect(answer?.status).toBe(200)
    const withoutDraft = new Files({})
    for (const [path, bytes] of files.all)
      withoutDraft.write(path, new TextDecoder().decode(bytes).replace('draft: true\n', ''))
    const fresh = await compiled(withoutDraft)
    expect((await previewed(openPreview(files))).all, 'a draft looks as it will when published').toEqual(
      fresh.all,
    )
  })

  test('searches the current content', async () => {
    const files = start()
    const preview = openPreview(files)
    const found = async (words: string) => {
      const { value } = await preview(today)
      const answer = value && answering(value.snapshot)({ method: 'GET', target: `/search.md?q=${words}` })
      return Buffer.from(answer?.body ?? '').toString()
    }
    expect(await found('nectarines')).not.toContain('Nectarines ripen')
    files.write('posts/gamma.md', post('Gamma', 3, 'Nectarines ripen in August.'))
    expect(await found('nectarines')).toContain('Nectarines ripen in August.')
    files.write('posts/gamma.md', post('Gamma', 3, 'Plums ripen in August.'))
    expect(await found('nectarines'), 'a removed word is not found').not.toContain('Nectarines ripen')
  })
})
