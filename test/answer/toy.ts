import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { RequestFacts } from '../../src/answer/request.ts'
import { postPaths } from '../../src/archive/urls.ts'
import { answering } from '../answering.ts'
import { nodeEncoder } from '../../src/snapshot/encode.ts'
import type { Answer, Encoding, Resource, Snapshot, Variant } from '../../src/snapshot/resource.ts'
import { type EncodedBody, sealResource } from '../../src/snapshot/seal.ts'
import { tagOf } from '../../src/snapshot/variant.ts'
import { toolNames } from '../../src/mcp/protocol.ts'
import { searchWordsOf } from '../../src/words/words.ts'
import { buildIndex } from '../search/documents.ts'

/** A small snapshot: pages and posts with two media types, JSON with one, and files that ignore Accept. */
export function toy({ basePath = '', posts = ['week-01', 'week-02', 'week-10'] } = {}): Snapshot {
  const baseUrl = `https://archive.example${basePath}`
  const resources = new Map<string, Resource>()
  const add = (path: string, negotiated: boolean, ...forms: Form[]) =>
    resources.set(basePath + path, resource(basePath + path, negotiated, forms))
  const page = (path: string, twin: string) => {
    const markdown = { type: 'text/markdown', text: `# ${path}` }
    add(path, true, { type: 'text/html', text: `<h1>${path}</h1>` }, markdown)
    add(twin, false, markdown)
  }
  page('/', '/index.md')
  page('/developers', '/developers.md')
  for (const id of posts) {
    page(`/posts/${id}`, `/posts/${id}.md`)
    add(`/api/v1/posts/${id}.json`, true, { type: 'application/json', text: `{"id":"${id}"}` })
    add(`/posts/${id}.bib`, false, { type: 'application/x-bibtex', text: `@article{${id}}` })
    add(`/posts/${id}.csl.json`, false, { type: 'application/vnd.citationstyles.csl+json', text: '[]' })
  }
  add('/api/v1/index.json', true, { type: 'application/json', text: '{}' })
  add('/robots.txt', false, { type: 'text/plain', text: 'User-agent: *' })
  add('/assets/tone.wav', false, { type: 'audio/wav', text: '0123456789', encodings: ['identity'] })
  add('/assets/dot.png', false, { type: 'image/png', text: 'png', encodings: ['identity'] })
  return {
    baseUrl,
    basePath,
    resources,
    redirects: new Map([
      [`${basePath}/developers/`, `${basePath}/developers`],
      ...posts.map((id): [string, string] => [`${basePath}/posts/${id}/`, `${basePath}/posts/${id}`]),
    ]),
    words: searchWordsOf('en'),
    signposts: {
      documentation: `${baseUrl}/developers`,
      specification: `${baseUrl}/openapi.json`,
      index: `${baseUrl}/api/v1/index.json`,
      list: `${baseUrl}/api/v1/posts.json`,
      home: `${baseUrl}/`,
      search: `${baseUrl}/search?q=`,
      postPaths: postPaths('{postId}').map((path) => basePath + path),
      idPattern: '^week-\\d{2}$',
      idExample: 'week-01',
      unlisted: [],
    },
    resultPages: [],
    mcp: toyMcp(baseUrl, basePath, posts),
  }
}

/** The endpoint requires its three tools. */
function toyMcp(baseUrl: string, basePath: string, posts: readonly string[]): Snapshot['mcp'] {
  return {
    path: `${basePath}/mcp`,
    serverInfo: { name: 'example.archive/archive', title: 'Toy', version: '1.0.0' },
    capabilities: { tools: {} },
    instructions: 'Play.',
    tools: Object.values(toolNames).map((name) => ({
      ...{ name, title: name, description: 'A toy.', annotations: {} },
      inputSchema: { type: 'object', properties: {} },
    })),
    prompts: [],
    resourceTemplates: [],
    posts: posts.map((id) => ({
      entry: {
        ...{ id, title: `Post ${id}`, series: 'research', summary: 'A toy.', tags: [], published: null },
        authors: ['Toy'],
        url: `${baseUrl}/posts/${id}`,
      },
      twin: `${basePath}/posts/${id}.md`,
      size: 0,
      changedAt: null,
    })),
    allowedHosts: [],
    allowedOrigins: [],
    search: buildIndex([]),
  }
}

/** Sends a request to the toy; GET by default. */
export function ask(target: string, facts: Partial<RequestFacts> = {}, snapshot = toy()) {
  return read(answering(snapshot)({ method: 'GET', target, ...facts }))
}

/** An answer in a form that is easy to test. Header names are in lower case. */
export function read(answer: Answer) {
  const headers: Headers = {}
  for (let i = 0; i < answer.headers.length; i += 2) {
    headers[String(answer.headers[i]).toLowerCase() as keyof Headers] = String(answer.headers[i + 1])
  }
  const text = answer.body === null ? null : new TextDecoder().decode(answer.body)
  return {
    status: answer.status,
    headers,
    text,
    get error(): ErrorBody {
      return JSON.parse(text ?? 'null').error
    },
  }
}

type Headers = Partial<
  Record<
    | 'allow'
    | 'content-encoding'
    | 'content-length'
    | 'content-range'
    | 'content-type'
    | 'etag'
    | 'location'
    | 'vary',
    string
  >
>

type ErrorBody = Record<'code' | 'message' | 'hint' | 'path' | 'documentation' | 'specification', string>

/** The sealed variant of a path. */
export function variantOf(snapshot: Snapshot, path: string, type: string, encoding: Encoding): Variant {
  const variant = snapshot.resources
    .get(path)
    ?.representations.find((one) => one.type === type)
    ?.variants.find((one) => one.encoding === encoding)
  if (!variant) throw new Error(`the toy has no ${encoding} ${type} of ${path}`)
  return variant
}

interface Form {
  readonly type: string
  readonly text: string
  readonly encodings?: readonly ('br' | 'gzip' | 'identity')[]
}

function resource(path: string, negotiated: boolean, forms: readonly Form[]): Resource {
  const draft = forms.map(({ type, text }) => ({ contentType: type, body: text, headers: [] }))
  return sealResource({ path, negotiated, immutable: false, forms: draft }, forms.map(encoded))
}

const encoder = nodeEncoder(['identity'])
const { digest } = encoder

/** Synchronous, unlike the encoder, which uses a thread. */
function encoded({ text, encodings = ['br', 'gzip', 'identity'] }: Form): EncodedBody[] {
  const body = Buffer.from(text)
  const compress = { br: brotliCompressSync, gzip: gzipSync, identity: (plain: Uint8Array) => plain }
  const tag = digest(body)
  return encodings.map((encoding) => ({
    encoding,
    tag: tagOf(tag, encoding, encoder),
    body: compress[encoding](body),
  }))
}
