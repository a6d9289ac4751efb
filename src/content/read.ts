import type { Diagnostic } from '../diagnostics.ts'
import { type ArchiveSettings, archiveKeys } from './archive-keys.ts'
import {
  type FrontMatter,
  type PageFrontMatter,
  type PostFrontMatter,
  pageKeys,
  postKeys,
  readFrontMatter,
} from './front-matter.ts'
import type { ContentSource } from './source.ts'
import { decodeText, isDiagnostic, problem, type TextFile } from './text.ts'
import { checkYaml } from './yaml.ts'

/** A post or page as written: what its author said, not yet what it means. */
export interface Written<T> {
  readonly file: TextFile
  /** The file's name without folder and `.md`. */
  readonly name: string
  readonly front: T
  /** Offset in the file of a front matter key's value. */
  readonly at: (key: string) => number
  /** Offset in the file at which the body begins. */
  readonly bodyStart: number
}

export type WrittenPost = Written<PostFrontMatter>
export type WrittenPage = Written<PageFrontMatter>

export interface Asset {
  /** Path within the archive, starting with `assets/`. */
  readonly path: string
  readonly bytes: Uint8Array
}

export interface Content {
  readonly settings: ArchiveSettings
  readonly posts: readonly WrittenPost[]
  readonly pages: readonly WrittenPage[]
  readonly assets: readonly Asset[]
  /** Paths of posts and pages that exist but are not published: drafts, and those with broken front matter. */
  readonly drafts: ReadonlySet<string>
  readonly broken: ReadonlySet<string>
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads everything, and reports everything that is wrong with any of it. */
export async function readContent(source: ContentSource): Promise<Content> {
  const diagnostics: Diagnostic[] = []
  const drafts = new Set<string>()
  const broken = new Set<string>()
  const posts: WrittenPost[] = []
  const pages: WrittenPage[] = []
  const assets: Asset[] = []
  let settings: ArchiveSettings = archiveKeys.parse({})

  for (const path of await source.list()) {
    const role = roleOf(path)
    if (role === 'none') continue
    if (role === 'stray') {
      diagnostics.push(stray(path))
      continue
    }
    const bytes = await source.read(path).catch((error: Error) => error)
    if (bytes instanceof Error) {
      const message = `${path} cannot be read: ${bytes.message}.`
      diagnostics.push(problem({ path, text: '' }, 0, 'unreadable-file', message, 'Check its permissions.'))
      broken.add(path)
      continue
    }
    if (role === 'asset') {
      assets.push({ path, bytes })
      continue
    }
    const file = decodeText(path, bytes)
    if (isDiagnostic(file)) {
      diagnostics.push(file)
      broken.add(path)
      continue
    }
    if (role === 'settings') {
      const checked = await checkYaml(file, file.text, 0, archiveKeys)
      diagnostics.push(...checked.diagnostics)
      if (checked.value) settings = checked.value
      else broken.add(path)
    } else if (role === 'post') {
      keep(posts, file, await readFrontMatter(file, postKeys))
    } else {
      keep(pages, file, await readFrontMatter(file, pageKeys))
    }
  }
  return { settings, posts, pages, assets, drafts, broken, diagnostics }

  function keep<T extends { draft: boolean }>(kept: Written<T>[], file: TextFile, front: FrontMatter<T>) {
    diagnostics.push(...front.diagnostics)
    if (front.value === undefined) broken.add(file.path)
    else if (front.value.draft) drafts.add(file.path)
    else
      kept.push({
        file,
        name: nameOf(file.path),
        front: front.value,
        at: front.at,
        bodyStart: front.bodyStart,
      })
  }
}

type Role = 'settings' | 'post' | 'page' | 'asset' | 'stray' | 'none'

/**
 * What a file is for, by its place alone. Other files at the top (a README, a licence) are the publisher's own. A path that ends
 * with a slash is a folder that cannot be listed.
 */
function roleOf(path: string): Role {
  if (path === 'archive.yaml') return 'settings'
  if (path === 'archive.yml') return 'stray'
  if (path.startsWith('assets/')) return 'asset'
  if (path.startsWith('posts/')) return /(\.md|\/)$/.test(path) ? 'post' : 'stray'
  if (path.startsWith('pages/')) return /^pages\/([^/]+\.md)?$/.test(path) ? 'page' : 'stray'
  return 'none'
}

function stray(path: string): Diagnostic {
  const hint = path.startsWith('archive')
    ? 'Name it archive.yaml.'
    : 'Posts are posts/*.md, pages are pages/*.md, and everything else they use is in assets/.'
  return problem({ path, text: '' }, 0, 'stray-file', `${path} will not be published.`, hint, 'warning')
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.md'.length)
}
