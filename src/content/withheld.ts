import type { Diagnostic, RuleName } from '../base/diagnostics.ts'
import { foldersAbove } from '../base/paths.ts'
import { problem } from '../base/text-file.ts'
import type { SourceDocument } from './document.ts'
import { hasOwnText, showsNothing } from './templates.ts'

const withheldTexts: Readonly<Record<WithheldRule, readonly [message: string, hint: string]>> = {
  redirect: [
    'The file only leads to another page, so it is no post; it redirects if that page is in the archive.',
    'Let your host redirect to pages that are elsewhere.',
  ],
  'list-page': [
    'The file is the index of a section, or a page that its layout fills, so it is no post.',
    'To publish it, give it a date or name it by its path in `posts`.',
  ],
  'no-text': ['The post has no text, so it is not published.', 'Write it, or mark it `draft: true`.'],
  untitled: [
    'The file has neither a date nor a title, unlike the other posts, so it is not published.',
    'To publish it, give it a title or a date.',
  ],
}

/** Reports the documents that are no posts or pages of their own. The publisher can name one by its path in `posts` to keep it. */
export function withheldIn(
  posts: readonly SourceDocument[],
  pages: readonly SourceDocument[],
  { kept, withEmpty }: { readonly kept: ReadonlySet<string>; readonly withEmpty: boolean },
): Map<SourceDocument, Diagnostic> {
  const dated = posts.filter(isDated)
  const isDatedBlog = dated.length >= 3 && dated.length >= 0.8 * posts.length
  /** Number of posts below each folder, and the folders of dated ones. */
  const inside = new Map<string, number>()
  for (const folder of posts.flatMap(({ file }) => foldersAbove(file.path)))
    inside.set(folder, (inside.get(folder) ?? 0) + 1)
  const withDated = new Set(dated.flatMap(({ file }) => foldersAbove(file.path)))
  const reasons = [
    ...posts.map((post) => [post, reasonOf(post)] as const),
    ...pages.map((page) => [page, emptyReason(page, page.hasLayout || !showsNothing(page))] as const),
  ]
  return new Map(
    reasons.flatMap(([document, rule]) => {
      if (rule === undefined || (rule !== 'redirect' && kept.has(document.file.path))) return []
      const [message, hint] = withheldTexts[rule]
      const offset = (rule === 'redirect' && document.facts.redirect?.offset) || 0
      return [[document, problem(document.file, offset, rule, message, hint)] as const]
    }),
  )

  function reasonOf(post: SourceDocument): WithheldRule | undefined {
    const [, section] = /^(.*)\/index\.\w+$/.exec(post.file.path) ?? []
    const isUndated = !isDated(post)
    const isIndex = isUndated && section !== undefined && (inside.get(section) ?? 0) > 1
    const empty = emptyReason(post, isUndated && (post.hasLayout || isIndex))
    if (empty || !hasOwnText(post)) return empty
    if (isIndex && withDated.has(section)) return 'list-page'
    return isUndated && isDatedBlog && !hasTitle(post) ? 'untitled' : undefined
  }

  /** A dated post of tags alone, such as a video, is a post. */
  function emptyReason(document: SourceDocument, isList: boolean): WithheldRule | undefined {
    const isEmpty = showsNothing(document)
    if (hasOwnText(document) && !isEmpty) return undefined
    if (document.facts.redirect) return 'redirect'
    if (isList) return 'list-page'
    return isEmpty && !withEmpty ? 'no-text' : undefined
  }
}

type WithheldRule = Extract<RuleName, 'redirect' | 'list-page' | 'no-text' | 'untitled'>

function isDated({ facts, file }: SourceDocument): boolean {
  const paths = [file.path, ...facts.oldAddresses.map(({ text }) => text)]
  return facts.published !== undefined || paths.some((path) => /\d{4}[-/]\d{1,2}[-/]\d{1,2}/.test(path))
}

/** By front matter, or by a heading at the start. */
function hasTitle({ facts, file, bodyStart }: SourceDocument): boolean {
  const body = file.text.slice(bodyStart)
  const start = /^(?:\s|<!--[\s\S]*?-->)*/.exec(body)?.[0].length ?? 0
  return facts.title !== undefined || /^(?:#[ \t]|[^\n]+\n=+[ \t]*(?:\n|$))/.test(body.slice(start))
}
