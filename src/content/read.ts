import type * as z from 'zod'
import { andThen, type Checked, type Diagnostic, hasErrors } from '../diagnostics.ts'
import { type ArchiveSettings, archiveKeys } from './archive-keys.ts'
import { checkKeys } from './check-keys.ts'
import {
  type PageFrontMatter,
  type PostFrontMatter,
  pageKeys,
  postKeys,
  splitFrontMatter,
} from './front-matter.ts'
import { offsetOf } from './locate.ts'
import type { ContentSource } from './source.ts'
import { decodeText, problem, TextFile } from './text.ts'
import { readYaml } from './yaml.ts'

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
  /** Those with errors too, as far as they could be read: more may be wrong with them. */
  readonly posts: readonly WrittenPost[]
  readonly pages: readonly WrittenPage[]
  readonly assets: readonly Asset[]
  /** Paths of posts and pages that exist but are not published. */
  readonly drafts: ReadonlySet<string>
  /** Paths of files with errors. */
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
    const bytes = take(path, await readBytes(source, path))
    if (!bytes) continue
    if (role === 'asset') {
      assets.push({ path, bytes })
      continue
    }
    const file = decodeText(path, bytes)
    if (role === 'settings') settings = take(path, andThen(file, readSettings)) ?? settings
    else if (role === 'post') keep(posts, take(path, andThen(file, readPost)))
    else keep(pages, take(path, andThen(file, readPage)))
  }
  return { settings, posts, pages, assets, drafts, broken, diagnostics }

  function take<T>(path: string, checked: Checked<T>): T | undefined {
    for (const one of checked.diagnostics) diagnostics.push(one)
    if (hasErrors(checked.diagnostics)) broken.add(path)
    return checked.value
  }

  function keep<T extends { draft: boolean }>(kept: Written<T>[], written: Written<T> | undefined) {
    if (written?.front.draft) drafts.add(written.file.path)
    else if (written) kept.push(written)
  }
}

async function readBytes(source: ContentSource, path: string): Promise<Checked<Uint8Array>> {
  try {
    return { value: await source.read(path), diagnostics: [] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const message = `${path} cannot be read: ${reason}.`
    const hint = 'Check its permissions.'
    return {
      value: undefined,
      diagnostics: [problem(new TextFile(path), 0, 'unreadable-file', message, hint)],
    }
  }
}

function readSettings(file: TextFile): Checked<ArchiveSettings> {
  return andThen(readYaml(file, file.text, 0), (written) => checkKeys(file, written, archiveKeys))
}

export function readPost(file: TextFile): Checked<WrittenPost> {
  return readDocument(file, postKeys)
}

function readPage(file: TextFile): Checked<WrittenPage> {
  return readDocument(file, pageKeys)
}

function readDocument<S extends z.ZodObject>(file: TextFile, schema: S): Checked<Written<z.output<S>>> {
  return andThen(splitFrontMatter(file), ({ yaml, yamlStart, bodyStart }) =>
    andThen(readYaml(file, yaml, yamlStart), (written) => {
      const { value: front, diagnostics } = checkKeys(file, written, schema)
      const at = (key: string) => offsetOf(written, [key])
      return { value: front && { file, name: nameOf(file.path), front, at, bodyStart }, diagnostics }
    }),
  )
}

type Role = 'settings' | 'post' | 'page' | 'asset' | 'stray' | 'none'

/** What a file is for, by its path alone. Other files at the top (a README, a licence) are the publisher's own. */
function roleOf(path: string): Role {
  if (path === 'archive.yaml') return 'settings'
  if (path === 'archive.yml') return 'stray'
  if (path.startsWith('assets/')) return 'asset'
  if (path.startsWith('posts/')) return path.endsWith('.md') ? 'post' : 'stray'
  if (path.startsWith('pages/')) return /^pages\/[^/]+\.md$/.test(path) ? 'page' : 'stray'
  return 'none'
}

function stray(path: string): Diagnostic {
  const hint = path.startsWith('archive')
    ? 'Name it archive.yaml.'
    : 'Posts are posts/*.md, pages are pages/*.md, and everything else they use is in assets/.'
  return problem(new TextFile(path), 0, 'stray-file', `${path} will not be published.`, hint, 'warning')
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.md'.length)
}
