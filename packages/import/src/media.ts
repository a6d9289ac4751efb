import { SaxesParser } from 'saxes'
import { decoded, fnv1a, xmlEncoding } from './engine.ts'
import { bytesWithin, follow, PrivateAddress, send } from '../../check/src/http.ts'
import type { ExportFiles } from './exported.ts'
import { limits } from './limits.ts'

/** In hexadecimal. */
const signatures = [
  ['png', /^89504e470d0a1a0a/],
  ['jpg', /^ffd8ff/],
  // GIF87a, GIF89a
  ['gif', /^474946383[79]61/],
  // RIFF, a length, WEBP
  ['webp', /^52494646.{8}57454250/],
  // A length, ftyp, avif or avis
  ['avif', /^.{8}66747970617669(?:66|73)/],
  ['ico', /^00000100/],
  // ID3, or a layer III frame header
  ['mp3', /^(?:494433|ff(?:e[23]|f[23ab]))/],
  // A length, ftyp, and iso?, mp4?, avc1, dash, M4A or M4V
  ['mp4', /^.{8}66747970(?:69736f|6d7034|61766331|64617368|4d34(?:41|56))/],
  // EBML with the document type webm
  ['webm', /^1a45dfa3.*7765626d/],
] as const

/** Returns a media file's extension by its first bytes. Names and Content-Type are the host's choice: `x.html` may be SVG. */
function mediaExtension(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('hex')
  const known = signatures.find(([, signature]) => signature.test(start))
  return known?.[0] ?? (isSvg(bytes) ? 'svg' : undefined)
}

/** Editors write comments and entities before the root. */
const prologLength = 16_384

/** Checks the root element: HTML may contain an SVG too. */
function isSvg(bytes: Uint8Array): boolean {
  let root: string | undefined
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => {})
  parser.on('opentag', ({ local, uri }) => {
    root ??= uri === 'http://www.w3.org/2000/svg' ? local : ''
  })
  try {
    parser.write(new TextDecoder(xmlEncoding(bytes)).decode(bytes.subarray(0, prologLength)))
  } catch {
    // Unknown encoding.
    return false
  }
  return root === 'svg'
}

/** Appends the extension of a media file, unless the path already has it; undefined for other files. */
export function withExtension(path: string, bytes: Uint8Array): string | undefined {
  const extension = mediaExtension(bytes)
  if (extension === undefined) return undefined
  const ending = /\.(\w+)$/.exec(path.toLowerCase())?.[1]
  return (ending === 'jpeg' ? 'jpg' : ending) === extension ? path : `${path}.${extension}`
}

/** Returns every path that `withExtension` may give. */
export const withExtensions = (path: string): string[] => [
  path,
  ...[...signatures.map(([type]) => type), 'svg'].map((type) => `${path}.${type}`),
]

/** Folder for copied files; archive.yaml lists it in `files`. */
export const filesFolder = 'assets'

const maxDepth = 100

/** Returns a lookup by URL in the export and in the folders and zips of `--images`. */
export function localFiles(sources: readonly ExportFiles[]): (url: URL) => (() => Uint8Array) | undefined {
  const bySuffix = new Map<string, { readonly files: ExportFiles; readonly path: string } | 'ambiguous'>()
  for (const files of sources)
    for (const path of files.paths) {
      const steps = path.split('/')
      // Every suffix of a path is indexed, which is quadratic in its depth.
      if (steps.length > maxDepth) continue
      for (let from = 0; from < steps.length; from++) {
        // A bare name is ambiguous, unless it is the full path: every folder has a 1.jpg.
        if (from > 0 && from === steps.length - 1) break
        const suffix = steps.slice(from).join('/')
        const other = bySuffix.get(suffix)
        if (from === 0 || other === undefined) bySuffix.set(suffix, { files, path })
        else if (other !== 'ambiguous' && other.path !== suffix) bySuffix.set(suffix, 'ambiguous')
      }
    }
  return (url) => {
    for (const path of [decoded(url.pathname), originalOf(decoded(url.pathname))]) {
      const steps = path.split('/').filter((step) => step !== '')
      for (let from = 0; from < steps.length; from++) {
        const place = bySuffix.get(steps.slice(from).join('/'))
        if (place && place !== 'ambiguous') return () => place.files.read(place.path)
      }
    }
    return undefined
  }
}

/** Strips resizing: WordPress's `name-300x200.jpg`, Ghost's `/size/w600/`. */
function originalOf(path: string): string {
  return path.replace(/-\d+x\d+(?=\.\w+$)/, '').replace(/\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?(?=\/)/, '')
}

/** Returns the path of a copied file. Files of the old site keep their path; others get a unique one. */
export function copyPath(url: URL, isOnSite: boolean): string {
  const steps = decoded(url.pathname)
    .split('/')
    .filter((step) => step !== '' && step !== '.' && step !== '..')
    .map(safeName)
  if (isOnSite && steps.length > 0) return [filesFolder, ...steps].join('/')
  const name = (steps.at(-1) ?? 'file').slice(-60)
  const digest = fnv1a(`${url.host}${url.pathname}${url.search}`)
  return `${filesFolder}/${safeName(url.hostname)}/${digest}-${name}`
}

/** Avoids names that file systems reject, hide or normalize. */
function safeName(step: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return step.replace(/[\u0000-\u001f<>:"|?*\\%#]/g, '-').replace(/^\.+|[. ]+$/g, '-')
}

/** Downloads within the limits of one import. Resolves to the bytes, or to the reason of a failure. */
export function fileFetcher(allowPrivate: boolean): (url: URL) => Promise<Uint8Array | string> {
  const { fetchedFileBytes, fetchSeconds, fetchedBytes, fetchMinutes } = limits
  const deadline = performance.now() + fetchMinutes * 60_000
  let bytesLeft: number = fetchedBytes
  return async (url) => {
    if (performance.now() > deadline)
      return `downloads took ${fetchMinutes} minutes; import again for the rest`
    if (bytesLeft <= 0) return `${fetchedBytes / 2 ** 30} GB downloaded; import again for the rest`
    const signal = AbortSignal.timeout(fetchSeconds * 1000)
    try {
      const landing = await follow(url, (at) => send(at, { headers, allowPrivate, signal }))
      if (typeof landing === 'string') return `it ${landing}`
      const { response } = landing
      const { statusCode = 0 } = response
      if (statusCode < 200 || statusCode >= 300) {
        response.destroy()
        return `the host answered ${statusCode}`
      }
      const bytes = await bytesWithin(response, fetchedFileBytes)
      bytesLeft -= bytes?.length ?? fetchedFileBytes
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

const accept = 'image/*, audio/*, video/*'
const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'citable-import' }
