import { type BuildCache, cached, noCache } from '../base/caches.ts'
import { andThen, type Checked, type Diagnostic, hasErrors } from '../base/diagnostics.ts'
import type { FieldSchema } from '../base/hooks.ts'
import type { Generator } from '../generators/generator.ts'
import { generators } from '../generators/registry.ts'
import { isGroup, valueAt } from '../generators/settings.ts'
import { type ArchiveSettings, archiveKeys } from './archive-keys.ts'
import type { OwnFields, SourceDocument } from './document.ts'
import { readFacts } from './facts.ts'
import { fieldTable, type FieldTable, readFields } from './fields.ts'
import { isMarkdown, type Layout, layoutOf, type ContentFile } from './layout.ts'
import { readMatter } from './matter.ts'
import { templatesNamedIn } from './templates.ts'
import { withheldIn } from './withheld.ts'
import { offsetOf, type ParsedValue, typedValue } from './yaml.ts'
import { readSettings, settingsPath } from './settings.ts'
import { type ContentSource, NotFollowed } from './source.ts'
import { decodeText, problem, refused, TextFile } from '../base/text-file.ts'
import { bytesOf } from '../base/utf8.ts'

export interface Content {
  readonly settings: ArchiveSettings
  /** Empty if there is no archive.yaml. */
  readonly settingsFile: TextFile
  /** The publisher's HTML, inserted into pages unchanged. */
  readonly insets: { readonly head: TextFile | undefined; readonly foot: TextFile | undefined }
  readonly layout: Layout
  readonly posts: readonly SourceDocument[]
  /** JSON Schema of the program's fields. */
  readonly ownFields?: OwnFields | undefined
  readonly pages: readonly SourceDocument[]
  /** Documents that only lead to another page. */
  readonly redirects: readonly SourceDocument[]
  /** Documents with broken front matter. Not published, but their bodies are checked. */
  readonly invalid: readonly SourceDocument[]
  /** Every file; links may point to any of them. */
  readonly paths: ReadonlySet<string>
  /** Paths of unpublished posts and pages: drafts, and those with broken front matter. */
  readonly drafts: ReadonlySet<string>
  readonly broken: ReadonlySet<string>
  /** Files that only the generator can render: templates, and pages and lists without text of their own. */
  readonly templates: ReadonlySet<string>
  /** When a post goes live or expires next, if the day is taken from a clock. RFC 3339. */
  readonly nextChange?: string | undefined
  readonly diagnostics: readonly Diagnostic[]
}

interface ContentOptions {
  /** Treats drafts as posts, for previews. */
  readonly withDrafts?: boolean
  readonly cache?: BuildCache | undefined
  readonly fields?: FieldSchema | undefined
  /** Generators besides those that are known; they come first. */
  readonly generators?: readonly Generator[] | undefined
}

/** Reads settings, posts and pages, and reports every problem. */
export async function readContent(
  source: ContentSource,
  { withDrafts = false, cache = noCache, fields: schema, generators: more = [] }: ContentOptions = {},
): Promise<Content> {
  const diagnostics: Diagnostic[] = []
  const drafts = new Set<string>()
  const broken = new Set<string>()
  const invalid: SourceDocument[] = []
  // Sort by code unit: the output must not depend on the source's order.
  const listed = [...(await source.list())].sort()
  const paths = listed.filter((path) => !path.endsWith('/'))
  const known = [...more, ...generators]
  const settingsFile = await readSettingsFile()
  const validSettings = take(
    settingsPath,
    andThen(settingsFile, (file) => readSettings(file, paths, known)),
  )
  const settings = validSettings ?? archiveKeys.parse({})
  // Without valid settings, we cannot tell which files are posts.
  const contentPaths = validSettings ? paths : []
  const layout = layoutOf(contentPaths, settings, known)
  const reader = {
    fields: fieldTable(settings.fields, layout.generator),
    layout,
    // What a schema says of front matter is not cached: nobody knows when it changes.
    cache: schema ? noCache : cache,
    keepsRoot: schema !== undefined,
  }
  const readerKey = cache.key('document', JSON.stringify(settings), layout.generator.name)
  if (validSettings) await reportClosed()
  const validPosts = await readAll(layout.posts)
  const allPosts = schema
    ? await Promise.all(validPosts.map((post) => withOwnFields(post, schema)))
    : validPosts
  const allPages = await readAll(layout.pages)
  const withheld = withheldIn(allPosts, allPages, { kept: new Set(settings.posts), withEmpty: withDrafts })
  for (const { path, rule } of withheld.values())
    if (rule === 'no-text' || rule === 'untitled') drafts.add(path)
  diagnostics.push(...withheld.values())
  const posts = allPosts.filter((post) => !withheld.has(post))
  const pages = allPages.filter((page) => !withheld.has(page))
  const published = new Set([...posts, ...pages].map(({ file }) => file.path))
  const others = contentPaths.filter((path) => !published.has(path) && !drafts.has(path) && !broken.has(path))
  const templates = new Set([
    ...[...allPosts, ...allPages].map(({ file }) => file.path).filter((path) => !published.has(path)),
    ...(await templatesNamedIn([...posts, ...pages], others, async (path) => {
      const file = await readText(source, path)
      return file.value?.text ?? ''
    })),
  ])
  if (paths.includes('archive.yml')) {
    const [stray, hint] = [new TextFile('archive.yml'), 'Rename it to archive.yaml.']
    diagnostics.push(problem(stray, 0, 'stray-file', 'archive.yml is ignored.', hint))
  }
  return {
    settings,
    settingsFile: settingsFile.value ?? new TextFile(settingsPath),
    insets: { head: await inset(settings.look.head), foot: await inset(settings.look.foot) },
    layout,
    posts,
    ownFields: schema && (schema['~standard'].jsonSchema?.output({ target: 'draft-2020-12' }) ?? {}),
    pages,
    redirects: [...withheld.keys()].filter(({ facts }) => facts.redirect),
    invalid,
    paths: new Set(paths),
    drafts,
    broken,
    templates,
    diagnostics,
  }

  async function readSettingsFile(): Promise<Checked<TextFile>> {
    const path = [settingsPath, `${settingsPath}/`].find((name) => listed.includes(name))
    return path === undefined
      ? { value: new TextFile(settingsPath), diagnostics: [] }
      : readText(source, path)
  }

  /** Reports unfollowed links and unreadable folders where posts or pages could be. */
  async function reportClosed(): Promise<void> {
    // Package managers fill node_modules with links.
    const closed = listed.filter((path) => path.endsWith('/') && !/(?:^|\/)node_modules\//.test(path))
    if (closed.length === 0) return
    const standIns = new Map(
      closed.flatMap((path) => [
        [path.slice(0, -1), path],
        [`${path}post.md`, path],
      ]),
    )
    const { posts, pages } = layoutOf([...paths, ...standIns.keys()], settings, known)
    const wanted = new Set([...posts, ...pages].map(({ path }) => standIns.get(path)))
    for (const path of closed) {
      const checked = await readBytes(source, path)
      if (wanted.has(path) || checked.diagnostics.some(({ rule }) => rule === 'symbolic-link'))
        take(path, checked)
    }
  }

  async function inset(path: string | undefined): Promise<TextFile | undefined> {
    // A missing file is reported with the settings.
    return path === undefined || !paths.includes(path) ? undefined : take(path, await readText(source, path))
  }

  /** Reads posts or pages. Drafts and those with errors are set aside. */
  async function readAll(files: readonly ContentFile[]): Promise<SourceDocument[]> {
    const all: SourceDocument[] = []
    for (const { path, base } of files) {
      const read = andThen(await readBytes(source, path), (bytes) =>
        andThen(decodeText(path, bytes), (file) =>
          readDocument(file, base, reader, cache.key(readerKey, path, base, bytes)),
        ),
      )
      const document = take(path, read)
      if (!document || (!isMarkdown(path) && document.bodyStart === 0)) continue
      if (broken.has(path)) invalid.push(document)
      else if (isDraft(document) && !withDrafts) drafts.add(path)
      else all.push(document)
    }
    return all
  }

  /** Validates front matter with the program's schema; reports issues where they occur. */
  async function withOwnFields(
    { root, ...post }: SourceDocument,
    schema: FieldSchema,
  ): Promise<SourceDocument> {
    if (!root) return post
    const result = await schema['~standard'].validate(typedValue(root, post.file.text))
    for (const { message, path = [] } of result.issues ?? []) {
      const keys = path.map((step) => String(typeof step === 'object' ? step.key : step))
      const sentence = message.replace(/\.?$/, '.')
      const what = keys.length > 0 ? `\`${keys.join('.')}\`: ${sentence}` : sentence
      const hint = 'Change the value, or the schema of your own fields.'
      diagnostics.push(problem(post.file, offsetOf(root, keys), 'own-field', what, hint))
    }
    // Through JSON: dates and the like become text.
    return result.issues ? post : { ...post, ownFields: JSON.parse(JSON.stringify(result.value)) }
  }

  function take<T>(path: string, checked: Checked<T>): T | undefined {
    for (const diagnostic of checked.diagnostics) diagnostics.push(diagnostic)
    if (hasErrors(checked.diagnostics)) broken.add(path)
    return checked.value
  }
}

/** Leaves out documents; undefined if a path is none, so that the problem is one of the whole archive. */
export function withoutDocuments(content: Content, paths: ReadonlySet<string>): Content | undefined {
  const { layout } = content
  const documents = new Set([...layout.posts, ...layout.pages].map(({ path }) => path))
  if (![...paths].every((path) => documents.has(path))) return undefined
  const isKept = ({ file }: SourceDocument) => !paths.has(file.path)
  return {
    ...content,
    posts: content.posts.filter(isKept),
    pages: content.pages.filter(isKept),
    invalid: content.invalid.filter(isKept),
    broken: new Set([...content.broken, ...paths]),
    diagnostics: content.diagnostics.filter(({ path }) => !paths.has(path)),
  }
}

export const draftFolder = /(?:^|\/)_drafts\//

/** In `drafts/` too, unless a glob names the folder. */
export const isDraft = ({ facts, file: { path }, base }: SourceDocument) =>
  facts.draft || draftFolder.test(path) || /\/drafts\//i.test(`/${path.slice(base.length)}`)

interface FrontMatterReader {
  readonly fields: FieldTable
  readonly layout: Layout
  readonly cache?: BuildCache
  readonly keepsRoot?: boolean
}

export function readDocument(
  file: TextFile,
  base: string,
  { fields, layout, cache = noCache, keepsRoot = false }: FrontMatterReader,
  key = '',
): Checked<SourceDocument> {
  const { generator, timeZone, authorNames, ownStatuses } = layout
  const { value, diagnostics } = cached(cache, key, () =>
    andThen(readMatter(file), ({ root, bodyStart }) => {
      const options = { ...generator.fields, timeZone, authorNames, ownStatuses }
      const { facts, diagnostics } = readFacts(file, readFields(root, fields), options)
      const hasLayout = ['layout', 'template', 'type'].some((key) => root.parts.has(key))
      const list = root.parts.get('list')
      const params = file.text.includes('param', bodyStart) ? textsIn(root) : undefined
      return { value: { facts, bodyStart, hasLayout, list, params, ...(keepsRoot && { root }) }, diagnostics }
    }),
  )
  return { value: value && { file, base, key, ...value }, diagnostics }
}

/** The texts in front matter and its group `params`. */
function textsIn({ value }: ParsedValue): Record<string, string> {
  const groups = [value, valueAt(value, 'params')].filter(isGroup)
  const entries = groups.flatMap((group) => Object.entries(group))
  return Object.fromEntries(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])))
}

async function readText(source: ContentSource, path: string): Promise<Checked<TextFile>> {
  return andThen(await readBytes(source, path), (bytes) => decodeText(path, bytes))
}

export async function readBytes(source: ContentSource, path: string): Promise<Checked<Uint8Array>> {
  try {
    return { value: bytesOf(await source.read(path)), diagnostics: [] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof NotFollowed) {
      const link = path.replace(/\/$/, '')
      const message = `${link} is a symbolic link that ${reason}; it is not followed.`
      const hint = 'Replace the link with the file itself.'
      return refused(new TextFile(link), 0, 'symbolic-link', message, hint)
    }
    const message = `${path} cannot be read: ${reason}.`
    return refused(new TextFile(path), 0, 'unreadable-file', message, 'Check its permissions.')
  }
}
