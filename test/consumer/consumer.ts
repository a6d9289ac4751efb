/** A program for any runtime that uses the published package; `test/package.thorough.test.ts` type-checks it. */
import {
  type BuildOptions,
  build,
  type Checked,
  type CompileOptions,
  type ContentSource,
  compile,
  type Diagnostic,
  type Exported,
  type FieldSchema,
  fromFolder,
  fromMemory,
  type OnProgress,
  type PageHook,
  packInMemory,
  type Snapshot,
} from 'citable/compile'
import { type Fetch, toFetch } from 'citable/fetch'
import {
  type Answer,
  type ArchiveSearch,
  type ArchiveSearchOptions,
  exposureFor,
  getPost,
  type Handler,
  type Post,
  type PostWithBody,
  posts,
  requireAnswer,
  type RequestFacts,
  search,
  serve,
  unpack,
} from 'citable/serve'
import { dataVersion, defaultTheme, html, type PageContext, type Theme } from 'citable/theme'

const inMemory: ContentSource = fromMemory({
  'posts/week-01.md': '---\ntitle: Hello\nseries: research\nsummary: A first post.\n---\n\nText.\n',
  'assets/dot.bin': new Uint8Array([1, 2, 3]),
})
const onDisk: ContentSource = fromFolder('archive')

const { value: snapshot, diagnostics }: Checked<Snapshot> = await compile(inMemory, {
  baseUrl: 'https://example.org',
  encodings: ['br', 'identity'],
})
const rating: FieldSchema = { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } }
const plugin = (md: { enable(rule: string): unknown }, rule: string): unknown => md.enable(rule)
const page: PageHook = ({ path, kind }) => (kind === 'article' ? { head: path } : undefined)
await compile(inMemory, { fields: rating, markdown: (parser) => parser.use(plugin, 'link'), page })
await compile(inMemory, { cacheFolder: 'node_modules/.cache/citable' })
const onProgress: OnProgress = ({ phase, done, total }) => `${phase}: ${done} of ${total ?? 'many'}`
const watched: CompileOptions = { onProgress, signal: AbortSignal.timeout(1000) }
await compile(inMemory, watched)
const files: BuildOptions = { baseUrl: 'https://example.org', onProgress, out: 'site', compress: true }
const { value: site }: Checked<Exported> = await build(inMemory, files)
const refused: readonly string[] = site?.refused ?? []
const first: Diagnostic | undefined = diagnostics[0]
const place: string = first ? `${first.path}:${first.line}:${first.column} ${first.rule}` : ''
if (!snapshot) throw new Error(place)
const bytes: Uint8Array = packInMemory(snapshot)

const handler: Handler = serve(unpack(bytes), { exposure: exposureFor('127.0.0.1') })
const all: readonly Post[] = await posts(snapshot)
const one: PostWithBody | undefined = await getPost(snapshot, all[0]?.id ?? '')
const names: string[] = one?.authors?.map(({ name }) => name) ?? []
const markdown: string = one?.bodyMarkdown ?? ''
const narrowed: ArchiveSearchOptions = { tag: 'http', since: '2026', sort: 'newest', limit: 3, offset: 0 }
const found: ArchiveSearch | undefined = search(snapshot, 'how', narrowed)
const quotes: string[] = found?.hits.flatMap(({ passages }) => passages.map(({ text }) => text)) ?? []

const request: RequestFacts = { method: 'GET', target: '/posts/week-01', accept: 'text/markdown' }
const answer: Answer = requireAnswer(handler(request))
const status: number = answer.status
const headers: readonly string[] = answer.headers
const body: Uint8Array | null = answer.body

const fetch: Fetch = toFetch(handler)
const response: Response = await fetch(new Request('https://example.org/posts/week-01'))

console.log(
  status,
  headers.length,
  body?.length,
  bytes.length,
  response.status,
  onDisk,
  names,
  markdown,
  quotes,
  refused,
)

// These must not type-check.
// @ts-expect-error a source is not a folder's name
await compile('archive')
// @ts-expect-error a snapshot is read-only
snapshot.baseUrl = 'https://example.net'
// @ts-expect-error files need a folder
await build(inMemory, { baseUrl: 'https://example.org' })
// @ts-expect-error there is no such encoding
await compile(inMemory, { encodings: ['deflate'] })
// @ts-expect-error there is no such order
search(snapshot, 'how', { sort: 'oldest' })

const theme: Partial<Theme> = {
  home: ({ title, recent }, { href, words }: PageContext) =>
    html`<h1>${title}</h1><h2>${words.newest}</h2>${recent.map(({ label, path }) => html`<a href="${href(path)}">${label}</a>`)}`,
  post: (post, page) => (dataVersion === 1 ? defaultTheme.post(post, page) : html`${post.title}`),
}
await compile(onDisk, { theme })
