import type { Element, Root } from 'hast'
import { dateOf } from './dates.ts'
import type { Author, Entry, ExportFiles, Exported, Note } from './exported.ts'
import { element, find, hasClass, parseHtml, property, replace, textOf, wordsIn } from './html-tree.ts'
import { parsedUrl } from './old-site.ts'

/** Reads a Medium export: an HTML page per story, with microformats (h-entry), but no tags or publication name. */
export async function readMedium(files: ExportFiles): Promise<Exported> {
  const authors = new Map<string, Author>()
  const entries: Entry[] = []
  const others = new Map<string, number>()
  for (const path of files.paths) {
    const [, folder = '', name] = /^(?:.*\/)?([^/]+)\/([^/]+)\.html$/i.exec(path) ?? []
    if (folder === 'posts' && name !== undefined)
      entries.push(entryOf(name, () => parseHtml(new TextDecoder().decode(files.read(path))), authors))
    else if (folder !== '') others.set(folder, (others.get(folder) ?? 0) + 1)
  }
  const [only, ...more] = authors.values()
  return {
    site: { title: more.length === 0 ? only?.name : undefined },
    authors,
    entries,
    leftOut: Array.from(
      others,
      ([folder, count]): Note => ({ kind: 'personal', detail: `${count} files in ${folder}`, count }),
    ),
  }
}

function entryOf(name: string, read: () => Root, authors: Map<string, Author>): Entry {
  const page = read()
  const part = (className: string) => find(page, (node) => hasClass(node, className))
  const [, slug = name, id = ''] =
    /^(?:draft_|\d{4}-\d{2}-\d{2}_)?(.*?)-*([0-9a-f]{10,12})?$/.exec(name) ?? []
  const title = wordsIn(part('p-name'))
  const time = part('dt-published')
  const author = part('p-author')
  const profile = property(author, 'href')
  const key = /@([^/?#]+)/.exec(profile)?.[1] ?? wordsIn(author)
  if (author && key !== '' && !authors.has(key))
    authors.set(key, { name: wordsIn(author), url: profile || undefined })
  const original = parsedUrl(property(part('p-canonical'), 'href'))
  // Medium's URLs, also on custom domains, end with the story's id.
  const isOfMedium =
    original !== undefined &&
    (/(?:^|\.)medium\.com$/.test(original.hostname) || (id !== '' && original.pathname.endsWith(id)))
  const isDraft = name.startsWith('draft_') || time === undefined
  return {
    kind: 'post',
    title,
    slug,
    published: dateOf(property(time, 'dateTime')),
    summary: wordsIn(part('p-summary')) || undefined,
    authors: key === '' ? [] : [key],
    addresses: [...(isOfMedium ? [original.href] : []), ...(id === '' ? [] : [`https://medium.com/p/${id}`])],
    canonical: original && !isOfMedium ? original.href : undefined,
    draftReason: isDraft
      ? { kind: 'draft', detail: 'is a draft' }
      : isResponse(storyBody(page), title)
        ? { kind: 'response', detail: 'responds to another story' }
        : undefined,
    body: () => storyOf(read(), title),
  }
}

const storyBody = (page: Root): Element | undefined =>
  find(page, (node) => property(node, 'dataField') === 'body')

/** A response has no title; its first words are exported as one. */
function isResponse(body: Element | undefined, title: string): boolean {
  if (!body || find(body, (node) => hasClass(node, 'graf--title') || hasClass(node, 'graf--h3'))) return false
  const first = find(body, (node) => hasClass(node, 'graf--p'))
  const start = title.replace(/…$/, '').trim()
  return start !== '' && wordsIn(first).startsWith(start)
}

/** Removes the title and subtitle, which are in front matter, and the rule above the first section. */
function storyOf(page: Root, title: string): Root {
  const body = storyBody(page)
  let sections = 0
  const tree: Root = { type: 'root', children: body?.children ?? [] }
  replace(tree, (node) => {
    if (hasClass(node, 'section-divider') && node.tagName === 'div')
      return sections++ === 0 ? [] : [element('hr', {})]
    const isHead = hasClass(node, 'graf--title') || hasClass(node, 'graf--subtitle')
    if (isHead || (hasClass(node, 'graf--leading') && textOf(node).trim() === title)) return []
    if (hasClass(node, 'graf--mixtapeEmbed')) return linkCard(node)
    if (hasClass(node, 'graf--pullquote'))
      return [element('blockquote', {}, [element('p', {}, node.children)])]
    return undefined
  })
  return tree
}

/** Replaces a link card with its linked title. */
function linkCard(node: Element): Element[] {
  const link = find(node, 'a')
  if (!link) return [node]
  const href = property(link, 'href')
  const title = wordsIn(find(link, 'strong') ?? link)
  return [element('p', {}, [element('a', { href }, title || href)])]
}
