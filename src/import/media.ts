import type { IncomingMessage } from 'node:http'
import { SaxesParser } from 'saxes'
import { xmlEncoding } from '../archive/files/svg.ts'
import { decoded } from '../base/paths.ts'
import { fnv1a } from '../archive/names.ts'
import {
  bytesWithin,
  isOfTheWeb,
  mostRedirects,
  PrivateAddress,
  redirectOf,
  send,
  type SendOptions,
} from '../probe/http.ts'
import { type ExportFiles, importLimits } from './exported.ts'

/**
 * What a picture, sound or video is, by its first bytes, as the extension that it is published under; undefined for anything else. The
 * name and the Content-Type that a host gives a file are whatever the host likes: an SVG called `x.html` would be published as a page.
 */
export function mediaExtension(bytes: Uint8Array): Extension | undefined {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('hex')
  for (const [extension, signature] of signatures) if (signature.test(start)) return extension
  return isSvg(bytes) ? 'svg' : undefined
}

type Extension = (typeof signatures)[number][0] | 'svg'

/** In hexadecimal digits. */
const signatures = [
  ['png', /^89504e470d0a1a0a/],
  ['jpg', /^ffd8ff/],
  // GIF87a, GIF89a
  ['gif', /^474946383[79]61/],
  // RIFF, a length, WEBP
  ['webp', /^52494646.{8}57454250/],
  // A length, then ftyp and the brand avif or avis
  ['avif', /^.{8}66747970617669(?:66|73)/],
  ['ico', /^00000100/],
  // ID3, or the head of a frame of layer III
  ['mp3', /^(?:494433|ff(?:e[23]|f[23ab]))/],
  // A length, then ftyp and the brand iso?, mp4?, avc1, dash, M4A or M4V
  ['mp4', /^.{8}66747970(?:69736f|6d7034|61766331|64617368|4d34(?:41|56))/],
  // EBML with the document type webm
  ['webm', /^1a45dfa3.*7765626d/],
] as const

/** By its root element: HTML may have an SVG in it, too. */
function isSvg(bytes: Uint8Array): boolean {
  let root: string | undefined
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => {})
  parser.on('opentag', ({ local, uri }) => {
    root ??= uri === 'http://www.w3.org/2000/svg' ? local : ''
  })
  try {
    parser.write(new TextDecoder(xmlEncoding(bytes)).decode(bytes.subarray(0, longestProlog)))
  } catch {
    // An encoding that nobody knows.
    return false
  }
  return root === 'svg'
}

/** Programs for drawing write comments, and declare entities, before the root. */
const longestProlog = 16_384

/** The path, or one with the extension after it where it has another. */
export function withExtension(path: string, extension: Extension): string {
  const own = /\.(\w+)$/.exec(path.toLowerCase())?.[1]
  return (own === 'jpeg' ? 'jpg' : own) === extension ? path : `${path}.${extension}`
}

/** Every path that a file with this one may have been written to. */
export function withExtensions(path: string): string[] {
  return [path, ...[...signatures.map(([extension]) => extension), 'svg'].map((one) => `${path}.${one}`)]
}

/** Where files of the old site are copied to; archive.yaml says that addresses lead into it. */
export const filesFolder = 'assets'

/** Finds the files that addresses mean in what the publisher has: in the export itself, or in folders and zips named by `--images`. */
export function picturesIn(sources: readonly ExportFiles[]): (url: URL) => (() => Uint8Array) | undefined {
  const byEnding = new Map<string, { readonly files: ExportFiles; readonly path: string } | 'several'>()
  for (const files of sources)
    for (const path of files.paths) {
      const steps = path.split('/')
      // Each of a path's endings is kept, which for thousands of steps would take the memory of their square.
      if (steps.length > mostSteps) continue
      for (let from = 0; from < steps.length; from++) {
        // A name alone is no sign, unless it is all there is: every folder has a 1.jpg.
        if (from > 0 && from === steps.length - 1) break
        const ending = steps.slice(from).join('/')
        const other = byEnding.get(ending)
        if (from === 0 || other === undefined) byEnding.set(ending, { files, path })
        else if (other !== 'several' && other.path !== ending) byEnding.set(ending, 'several')
      }
    }
  return (url) => {
    for (const path of [decoded(url.pathname), originalOf(decoded(url.pathname))]) {
      const steps = path.split('/').filter((step) => step !== '')
      for (let from = 0; from < steps.length; from++) {
        const found = byEnding.get(steps.slice(from).join('/'))
        if (found && found !== 'several') return () => found.files.read(found.path)
      }
    }
    return undefined
  }
}

const mostSteps = 100

/** WordPress writes `name-300x200.jpg` for a smaller copy of `name.jpg`, Ghost `/size/w600/`. */
function originalOf(path: string): string {
  return path.replace(/-\d+x\d+(?=\.\w+$)/, '').replace(/\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?(?=\/)/, '')
}

/** Where a file is copied to. Those of the old site keep their address; those of other hosts have one of their own. */
export function placeOf(url: URL, isOfTheSite: boolean): string {
  const steps = decoded(url.pathname)
    .split('/')
    .filter((step) => step !== '' && step !== '.' && step !== '..')
    .map(safeName)
  if (isOfTheSite && steps.length > 0) return [filesFolder, ...steps].join('/')
  const name = (steps.at(-1) ?? 'file').slice(-60)
  return `${filesFolder}/${safeName(url.hostname)}/${fnv1a(`${url.host}${url.pathname}${url.search}`)}-${name}`
}

/** No name that a file system refuses, hides or takes for another. */
function safeName(step: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return step.replace(/[\u0000-\u001f<>:"|?*\\%#]/g, '-').replace(/^\.+|[. ]+$/g, '-')
}

export const fetchesAtOnce = 4

/** Gives the bytes of a file from the web, or says why there are none. */
type FetchFile = (url: URL) => Promise<Uint8Array | string>

/** For one import, whose files together have limits, too; the next import goes on where they ended this one. */
export function fileFetcher(allowPrivate: boolean): FetchFile {
  const { fetchedFileBytes, fetchSeconds, fetchedBytes, fetchMinutes } = importLimits
  const end = performance.now() + fetchMinutes * 60_000
  let left: number = fetchedBytes
  return async (url) => {
    if (performance.now() > end) return `downloads took ${fetchMinutes} minutes; import again for the rest`
    if (left <= 0) return `${fetchedBytes / 2 ** 30} GB downloaded; import again for the rest`
    const signal = AbortSignal.timeout(fetchSeconds * 1000)
    try {
      const answer = await follow(url, { headers, allowPrivate, signal })
      if (typeof answer === 'string') return answer
      const bytes = await bytesWithin(answer, fetchedFileBytes)
      left -= bytes?.length ?? fetchedFileBytes
      return bytes ?? `it is larger than ${fetchedFileBytes / 2 ** 20} MB`
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (signal.aborted) return `no answer in ${fetchSeconds} seconds`
      return error instanceof PrivateAddress
        ? 'its address is private; --allow-private downloads it'
        : error.message
    }
  }
}

const headers = {
  accept: 'image/*, audio/*, video/*',
  'accept-encoding': 'identity',
  'user-agent': 'citable-import',
}

/** The answer at the end of all redirects, if it is a good one. */
async function follow(url: URL, options: SendOptions): Promise<IncomingMessage | string> {
  let at = url
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const answer = await send('GET', at, options)
    const { statusCode = 0 } = answer
    if (statusCode >= 200 && statusCode < 300) return answer
    answer.destroy()
    const next = redirectOf(answer, at)
    if (!next) return `the host answered ${statusCode}`
    if (!isOfTheWeb(next)) return `it redirects to ${next.protocol}`
    at = next
  }
  return `it redirects more than ${mostRedirects} times`
}
