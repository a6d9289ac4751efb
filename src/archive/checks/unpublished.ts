import { type BuildCache, noCache } from '../../base/caches.ts'
import type { Diagnostic, Rule, RuleName } from '../../base/diagnostics.ts'
import { contentRules, withLevels } from '../../base/diagnostics.ts'
import { groupedBy } from '../../base/grouped.ts'
import { foldersAbove, languageStep } from '../../base/paths.ts'
import { decodeText, problem, TextFile } from '../../base/text-file.ts'
import { plural, shortList } from '../../base/wording.ts'
import { fieldTable } from '../../content/fields.ts'
import {
  baseOf,
  isHtml,
  isMarkdown,
  layoutOf,
  neverContent,
  partOfBundle,
  usualSectionOf,
  skippedName,
} from '../../content/layout.ts'
import type { Content } from '../../content/read.ts'
import type { SourceDocument } from '../../content/document.ts'
import { draftFolder, isDraft, readBytes, readDocument } from '../../content/read.ts'
import type { ContentSource } from '../../content/source.ts'
import type { Body } from '../body.ts'
import { identityOf } from '../identity.ts'

/** Markdown and HTML by names that are not read. */
const otherMarkdown = /\.(?:mdown|mkdn?|mkdown|mdwn|mdtxt|mdtext|rmd|xhtml)$/i
/** Pages that many sites have. */
const usualPage = /(?:^|\/)(?:404|about|archives?|colophon|contact|imprint|privacy|search)\.\w+$/
const datedName = /(?:^|\/)\d{4}-\d{1,2}-\d{1,2}[-_.]/

/**
 * Reports files that look like posts but are not published, a note if a setting excludes them, else a warning. Counts all other
 * markdown and HTML files, by reason. Files that bodies link to are published.
 */
export async function unpublishedIn(
  source: ContentSource,
  content: Content,
  bodies: readonly Body[] = [],
  cache: BuildCache = noCache,
): Promise<Diagnostic[]> {
  const { settings, layout, posts, pages, invalid, drafts, paths } = content
  const { generator } = layout
  // Scheduled, expired and the like, which are reported already.
  const isHeldBack = ({ rule }: Diagnostic) => (contentRules[rule] as Rule).counted !== undefined
  const heldBack = new Set(content.diagnostics.filter(isHeldBack).map(({ path }) => path))
  const known = new Set([
    ...[...posts, ...pages, ...invalid].map(({ file }) => file.path),
    ...content.broken,
    ...heldBack,
    ...bodies.flatMap(({ files }) => files.map((file) => file.source)),
    // `look.head` and `look.foot`.
    ...Object.values(content.insets).flatMap((file) => file?.path ?? []),
  ])
  const globs = settings.posts ?? generator.layout.posts.flat()
  /** Folders in globs of posts. */
  const bases = new Set(globs.map((glob) => (glob.startsWith('!') ? '' : baseOf(glob))))
  bases.delete('')
  const excluding = (settings.posts ?? []).flatMap((glob) => (glob.startsWith('!') ? [glob.slice(1)] : []))
  const inExcluded = layoutOf([...paths], { generator: settings.generator, posts: excluding }).posts
  const excluded = new Set(inExcluded.map(({ path }) => path))
  const isTranslation = translationTest(posts)
  const isOtherFormat = otherFormatTest(content, bases)
  const isPart = partOfBundle(paths, generator)
  const reader = { fields: fieldTable(settings.fields, layout.generator), layout, cache }
  const readerKey = cache.key('unpublished', JSON.stringify(settings), layout.generator.name)
  const problems = [...drafts]
    .filter((path) => !heldBack.has(path))
    .map((path) => unpublishedFor(path, 'draft'))
  const others: string[] = []
  for (const path of paths) {
    const isText = isMarkdown(path) || isHtml(path) || otherMarkdown.test(path)
    if (known.has(path) || drafts.has(path) || !(isText || isOtherFormat(path))) continue
    const post = siteCode.test(path) ? undefined : await postAt(path)
    if (post) problems.push(post)
    else if (isText) others.push(path)
  }
  for (const [reason, all] of groupedBy(others, reasonOf)) problems.push(otherFiles(all, reason))
  return withLevels(problems, settings.rules)

  async function postAt(path: string): Promise<Diagnostic | undefined> {
    const isInPosts = foldersAbove(path).some((folder) => bases.has(folder))
    if (generator.layout.ignored?.test(path) || (skippedName.test(path) && isInPosts))
      return unpublishedFor(path, 'ignored-name')
    if (neverContent.test(path) || isPart(path) || usualPage.test(path)) return undefined
    const post = isMarkdown(path) || isOtherFormat(path) ? await readPost(path) : undefined
    if (post && isMarkdown(path)) {
      if (isTranslation(path)) return unpublishedFor(path, 'other-language')
      if (isDraft(post)) return unpublishedFor(path, 'draft')
      return unpublishedFor(path, excluded.has(path) ? 'excluded-post' : 'unmatched-post')
    }
    const isReported = isOtherFormat(path) && (post || !path.endsWith('.txt'))
    return isReported ? unpublishedFor(path, 'other-format') : undefined
  }

  /** Returns a document that has a date in its front matter or name, or is in a folder of drafts. */
  async function readPost(path: string): Promise<SourceDocument | undefined> {
    const bytes = (await readBytes(source, path)).value
    const file = bytes && decodeText(path, bytes).value
    const post = file && readDocument(file, '', reader, cache.key(readerKey, path, file.text)).value
    if (!post || (post.bodyStart === 0 && !datedName.test(path))) return undefined
    const isDated = identityOf(post, content).published !== undefined
    return isDated || draftFolder.test(path) ? post : undefined
  }

  function reasonOf(path: string): string {
    if (siteCode.test(path)) return 'code of the site, its output or its tests'
    if (skippedName.test(path)) return 'READMEs, licenses and the like'
    if (neverContent.test(path)) return 'section indexes or templates'
    if (isPart(path)) return 'parts of other pages'
    if (excluded.has(path)) return 'excluded by `posts`'
    if (isMarkdown(path)) return 'matched by no glob of `posts` or `pages`'
    return isHtml(path) ? 'HTML that no post links to' : 'markdown whose names do not end in .md'
  }
}

/** Third-party files, templates, tests and build output. */
const codeFolders = [
  ...['node_modules', 'vendor', 'themes', 'exampleSite', 'archetypes', '_includes', '_layouts', 'Templates'],
  ...['_?templates', 'tests?', 'spec', 'fixtures', '_site', 'public', 'output', 'dist', 'build', 'static'],
]
const siteCode = new RegExp(`(?:^|/)(?:${codeFolders.join('|')})/`)

/** Counts files of one kind, with the folders that have most of them. */
function otherFiles(paths: readonly string[], reason: string): Diagnostic {
  const folderOf = (path: string) =>
    (siteCode.exec(path) ?? /^[^/]*\//.exec(path))?.[0].replace(/^\//, '') ?? ''
  const folders = groupedBy(paths, folderOf)
  const counts = [...folders].sort(([, a], [, b]) => b.length - a.length)
  const places = counts.map(([folder, { length }]) => `${folder || 'the top folder'} ${length}`)
  const message = `${plural(paths.length, 'other file')} (${reason}): ${shortList(places, 4)}.`
  const hint = 'To publish some, add their folder to `posts` or `pages` in archive.yaml.'
  return problem(new TextFile(paths[0] ?? ''), 0, 'other-files', message, hint)
}

/** Matches formats other than markdown in post folders or with a dated name, unless a converted copy is published. */
function otherFormatTest({ layout, posts }: Content, bases: ReadonlySet<string>): (path: string) => boolean {
  // Without front matter, they are not read.
  const matched = new Set(layout.posts.map(({ path }) => path))
  const stemOf = (path: string) => path.replace(/\.\w+$/, '')
  const stems = new Set(posts.map(({ file }) => stemOf(file.path)))
  return (path) => {
    if (!/\.(?:adoc|asciidoc|rst|org|textile|txt|html?)$/i.test(path) || stems.has(stemOf(path))) return false
    if (datedName.test(path)) return true
    const folders = foldersAbove(path)
    if (!isHtml(path))
      return usualSectionOf(path) !== undefined || folders.some((folder) => bases.has(folder))
    return matched.has(path) || (bases.has(folders.at(-1) ?? '') && !/\/index\.\w+$/.test(path))
  }
}

/** Tests whether a path is a translation of published posts. */
function translationTest(posts: readonly SourceDocument[]): (path: string) => boolean {
  const paths = new Set(posts.map(({ file }) => file.path))
  const folders = new Set(posts.flatMap(({ file }) => foldersAbove(file.path)))
  const shapes = new Set(Array.from(folders, (folder) => folder.replace(languageStep, '$1*')))
  return (path) => {
    const [, stem = '', ending = ''] = /^(.+)\.[a-z]{2}(?:[-_][A-Za-z]{2,4})?(\.\w+)$/.exec(path) ?? []
    if (paths.has(stem + ending)) return true
    return foldersAbove(path).some((folder) => {
      if (!languageStep.test(folder)) return false
      const shape = folder.replace(languageStep, '$1*')
      const original = folder.replace(languageStep, '$1').replace('//', '/')
      return !shape.endsWith('*') && (shapes.has(shape) || folders.has(original))
    })
  }
}

const unpublishedReasons = {
  draft: () => ['The post is a draft, so it is not published.', '`citable dev` shows it.'],
  'excluded-post': () => ['`posts` in archive.yaml excludes the file.', 'Remove the glob to publish it.'],
  'ignored-name': () => [
    'Files of this name are not published.',
    'Rename it, or name it by its path in `posts` in archive.yaml.',
  ],
  'other-language': () => [
    'The post’s language differs from the archive’s, so it is not published.',
    'Make one archive per language, or exclude the others with `posts` in archive.yaml.',
  ],
  'other-format': (path) => [
    `Files in ${path.slice(path.lastIndexOf('.'))} are not supported, and this one looks like a post.`,
    isHtml(path)
      ? 'Convert it to markdown, or give it front matter if your generator publishes HTML posts.'
      : 'Convert it to markdown, for example with pandoc.',
  ],
  'unmatched-post': (path) => {
    const place = path.split('/').slice(0, -1).slice(0, 2).join('/')
    const [where, glob] = place === '' ? ['here', path] : [`in ${place}/`, `${place}/**`]
    return [
      `The file looks like a post, but no glob in \`posts\` matches files ${where}.`,
      `Add it to \`posts\` in archive.yaml, or exclude it there: "!${glob}".`,
    ]
  },
} as const satisfies Partial<Record<RuleName, (path: string) => readonly [message: string, hint: string]>>

const unpublishedFor = (path: string, reason: keyof typeof unpublishedReasons): Diagnostic =>
  problem(new TextFile(path), 0, reason, ...unpublishedReasons[reason](path))
