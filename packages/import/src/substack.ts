import type { Root } from 'hast'
import { UsageError, wordSet } from './engine.ts'
import { dateOf } from './dates.ts'
import type { Entry, ExportFiles, Exported, Note, TakeNote } from './exported.ts'
import { limits, splitHint } from './limits.ts'
import { element, find, hasClass, parseHtml, plainText, property, replace, wordsIn } from './html-tree.ts'
import { footnoteMark, footnoteText } from './to-markdown.ts'

/** Reads a Substack export: posts.csv and an HTML file per post. It names neither the publication nor authors. */
export async function readSubstack(files: ExportFiles): Promise<Exported> {
  const list = files.paths.find((path) => /(?:^|\/)posts\.csv$/.test(path))
  if (list === undefined)
    throw new UsageError(`${files.name} has no posts.csv, so it is not a Substack export.`)
  const folder = list.slice(0, -'posts.csv'.length)
  const paths = new Set(files.paths)
  const text = (path: string) => (paths.has(path) ? new TextDecoder().decode(files.read(path)) : '')
  const rows = readCsv(text(list), list).filter((row) => row['post_id'])
  const personal = files.paths.filter((path) => /\.csv$/i.test(path) && path !== list)
  return {
    site: { feed: '/feed' },
    entries: rows.map((row) => entryOf(row, () => text(`${folder}posts/${row['post_id']}.html`))),
    leftOut: personal.map((path) => ({ kind: 'personal', detail: path.slice(folder.length) })),
  }
}

function entryOf(row: Readonly<Record<string, string>>, html: () => string): Entry {
  const column = (name: string) => row[name]?.trim() ?? ''
  const [, number = '', name = ''] = /^(\d+)\.?(.*)$/.exec(column('post_id')) ?? []
  const slug = name || number || column('post_id')
  const podcast = column('podcast_url')
  return {
    kind: column('type') === 'page' ? 'page' : 'post',
    title: plainText(column('title')),
    slug,
    published: dateOf(column('post_date')),
    summary: plainText(column('subtitle')) || undefined,
    addresses: [`/p/${slug}`],
    draftReason: draftReasonFor(column('audience'), column('is_published')),
    body(note) {
      if (column('type') === 'thread') note({ kind: 'comment', detail: 'a thread’s comments' })
      const tree = parseHtml(html())
      widgets(tree, note)
      footnotes(tree)
      if (podcast !== '') tree.children.unshift(element('audio', { controls: true, src: podcast }))
      return tree
    },
  }
}

function draftReasonFor(audience: string, isPublished: string): Note | undefined {
  if (audience !== '' && audience !== 'everyone')
    return { kind: 'paid', detail: `is for ${audience.replaceAll('_', ' ')}` }
  return isPublished.toLowerCase() === 'true' ? undefined : { kind: 'draft', detail: 'is not published' }
}

const buttons =
  wordSet(`button-wrapper captioned-button-wrap subscription-widget-wrap subscription-widget-wrap-editor
  paywall-jump poll-embed`)

function widgets(tree: Root, note: TakeNote): void {
  replace(tree, (node) => {
    if ([...buttons].some((name) => hasClass(node, name))) {
      note({ kind: 'form', detail: wordsIn(node).slice(0, 60) || 'a button' })
      return []
    }
    if (hasClass(node, 'pullquote')) return [element('blockquote', {}, node.children)]
    // Images link to their full size.
    const image = hasClass(node, 'image-link') ? find(node, 'img') : undefined
    return image && [image]
  })
}

/** Markers link to the notes, which come last and link back. */
function footnotes(tree: Root): void {
  replace(tree, (node) => {
    if (hasClass(node, 'footnote-anchor')) return [footnoteMark(numberIn(property(node, 'href')))]
    if (!hasClass(node, 'footnote')) return undefined
    const back = find(node, (child) => hasClass(child, 'footnote-number'))
    const content = find(node, (child) => hasClass(child, 'footnote-content'))
    return [footnoteText(numberIn(back ? wordsIn(back) : property(node, 'id')), content?.children ?? [])]
  })
}

const numberIn = (text: string): string => /(\d+)\D*$/.exec(text)?.[1] ?? '1'

/** Parses CSV (RFC 4180) into records by column name. Short rows lack the last columns. */
export function readCsv(text: string, path: string): Record<string, string>[] {
  const [names = [], ...rows] = fieldsOf(text.replace(/^\ufeff/, ''), path)
  const named = (value: string, at: number) => [names[at]?.trim(), value]
  return rows
    .filter((row) => row.length > 1 || row[0] !== '')
    .map((row) => Object.fromEntries(row.slice(0, names.length).map(named)))
}

const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y

function fieldsOf(text: string, path: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let fields = 0
  for (let at = 0; at < text.length; at = field.lastIndex) {
    field.lastIndex = at
    const match = field.exec(text)
    if (!match) {
      const line = text.slice(0, at).split(/\r?\n|\r/).length
      throw new UsageError(`${path}:${line}: a quotation mark is unclosed or misplaced. Export again.`)
    }
    if (++fields > limits.csvFields)
      throw new UsageError(`${path} has more than ${limits.csvFields / 1e6} million fields. ${splitHint}`)
    const [, quoted, plain = '', end] = match
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return row.length > 0 ? [...rows, row] : rows
}
