import { UsageError } from './engine.ts'
import type { ExportFiles, Exported, Service } from './exported.ts'
import { readFeed } from './feed.ts'
import { readGhost } from './ghost.ts'
import { readMedium } from './medium.ts'
import { readSubstack } from './substack.ts'
import { readWordPress } from './wordpress.ts'

export const readers: Readonly<Record<Service, (files: ExportFiles) => Promise<Exported>>> = {
  wordpress: readWordPress,
  ghost: readGhost,
  substack: readSubstack,
  medium: readMedium,
  feed: readFeed,
}

export function detectService(files: ExportFiles): Service {
  const { paths } = files
  const has = (pattern: RegExp) => paths.some((path) => pattern.test(path))
  if (has(/(?:^|\/)posts\.csv$/)) return 'substack'
  if (has(/(?:^|\/)posts\/[^/]+\.html$/i)) return 'medium'
  const likely = paths.filter((path) => paths.length === 1 || /\.(?:xml|json|rss|atom|rdf)$/i.test(path))
  for (const path of likely) {
    const service = serviceByStart(files, path)
    if (service !== undefined) return service
  }
  const supported =
    'a WordPress export (.xml), a Ghost export (.json), the zip or folder of a Substack or Medium export, ' +
    'an RSS or Atom file'
  throw new UsageError(
    `${files.name} is not an export Citable recognizes. Supported: ${supported}. ` +
      'If it is one of these, name the service with --from.',
  )
}

function serviceByStart(files: ExportFiles, path: string): Service | undefined {
  const [first = new Uint8Array()] = files.chunks(path)
  const encoding = { 255: 'utf-16le', 254: 'utf-16be' }[first[0] ?? 0] ?? 'utf-8'
  // WordPress exports start with a long comment.
  const text = new TextDecoder(encoding).decode(first.subarray(0, 65_536)).trimStart()
  if (/^\{\s*"(?:db|meta|data)"/.test(text)) return 'ghost'
  const plain = text.replace(/<!--[\s\S]*?-->/g, '')
  if (!/<(?:\w+:)?(?:rss|feed|RDF)[\s>]/.test(plain)) return undefined
  return /wordpress\.org\/export\//.test(plain) ? 'wordpress' : 'feed'
}
