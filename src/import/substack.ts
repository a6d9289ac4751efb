import type { Root } from 'hast'
import { UsageError } from '../base/errors.ts'
import { readCsv } from './csv.ts'
import { dateOf, type Entry, type Exported, type ExportFiles } from './exported.ts'
import { footnoteMark, footnoteText } from './to-markdown.ts'
import { element, find, hasClass, parseHtml, plainText, property, replace, textOf } from './html-tree.ts'
import type { Note } from './left-out.ts'

/** Substack: a list of posts, and the HTML of each. It names neither the publication nor its authors. */
export async function readSubstack(files: ExportFiles): Promise<Exported> {
  const list = files.paths.find((path) => /(?:^|\/)posts\.csv$/.test(path))
  if (list === undefined)
    throw new UsageError(`${files.name} has no posts.csv, so it is no export of Substack.`)
  const folder = list.slice(0, -'posts.csv'.length)
  const paths = new Set(files.paths)
  const rows = readCsv(new TextDecoder().decode(files.read(list)), list).filter((row) => row['post_id'])
  const personal = files.paths.filter((path) => /\.csv$/i.test(path) && path !== list)
  const entries = rows
    .toSorted((a, b) => ((a['post_date'] || '~') < (b['post_date'] || '~') ? -1 : 1))
    .map((row) => {
      const path = `${folder}posts/${row['post_id']}.html`
      return entryOf(row, () => (paths.has(path) ? new TextDecoder().decode(files.read(path)) : ''))
    })
  return {
    site: { feed: '/feed' },
    authors: new Map(),
    entries,
    leftOut: personal.map((path): Note => ({ kind: 'personal', detail: path.slice(folder.length) })),
  }
}

function entryOf(row: Readonly<Record<string, string>>, html: () => string): Entry {
  const of = (name: string) => row[name]?.trim() ?? ''
  const [, number = '', name = ''] = /^(\d+)\.?(.*)$/.exec(of('post_id')) ?? []
  const slug = name || number || of('post_id')
  const withheld = withheldFor(of('audience'), of('is_published'))
  const podcast = of('podcast_url')
  return {
    kind: of('type') === 'page' ? 'page' : 'post',
    title: plainText(of('title')),
    slug,
    published: dateOf(of('post_date')),
    summary: plainText(of('subtitle')) || undefined,
    authors: [],
    tags: [],
    addresses: [`/p/${slug}`],
    isDraft: withheld !== undefined,
    leftOut: [
      ...(withheld ? [withheld] : []),
      ...(of('type') === 'thread' ? [{ kind: 'comment' as const, detail: 'the comments of a thread' }] : []),
    ],
    body(note) {
      const tree = parseHtml(html())
      widgets(tree, note)
      footnotes(tree)
      if (podcast !== '') tree.children.unshift(element('audio', { controls: true, src: podcast }))
      return tree
    },
  }
}

function withheldFor(audience: string, isPublished: string): Note | undefined {
  if (audience !== '' && audience !== 'everyone')
    return { kind: 'paid', detail: `is for ${audience.replaceAll('_', ' ')}` }
  return isPublished.toLowerCase() === 'true' ? undefined : { kind: 'draft', detail: 'is not published' }
}

const buttons = [
  'button-wrapper',
  'subscription-widget-wrap',
  'subscription-widget-wrap-editor',
  'captioned-button-wrap',
  'paywall-jump',
  'poll-embed',
]

function widgets(tree: Root, note: (note: Note) => void): void {
  replace(tree, (node) => {
    if (buttons.some((name) => hasClass(node, name))) {
      note({ kind: 'form', detail: textOf(node).replace(/\s+/g, ' ').trim().slice(0, 60) || 'a button' })
      return []
    }
    if (hasClass(node, 'pullquote')) return [element('blockquote', {}, node.children)]
    // A picture is a link to itself in full size.
    if (hasClass(node, 'image-link')) {
      const image = find(node, ({ tagName }) => tagName === 'img')
      return image && [image]
    }
    return undefined
  })
}

/** The mark is a link to the text, which comes last and begins with a link back. */
function footnotes(tree: Root): void {
  replace(tree, (node) => {
    if (hasClass(node, 'footnote-anchor')) return [footnoteMark(numberIn(property(node, 'href')))]
    if (!hasClass(node, 'footnote')) return undefined
    const back = find(node, (one) => hasClass(one, 'footnote-number'))
    const content = find(node, (one) => hasClass(one, 'footnote-content'))
    return [footnoteText(numberIn(back ? textOf(back) : property(node, 'id')), content?.children ?? [])]
  })
}

function numberIn(text: string): string {
  return /(\d+)\D*$/.exec(text)?.[1] ?? '1'
}
