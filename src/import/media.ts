import { SaxesParser } from 'saxes'
import { xmlEncoding } from '../archive/files/xml-text.ts'

/**
 * What a picture, sound or video is, by its first bytes, as the extension that it is published under; undefined for anything else. The
 * name and the Content-Type that a host gives a file are whatever the host likes: a drawing called `x.html` would be published as a page.
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

/** By its root element: HTML may have a drawing in it, too. */
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
