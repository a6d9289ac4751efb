import { type Archive, newestChange, type Post } from '../../archive/model.ts'
import { type Author, publisherOf } from '../../archive/authors.ts'
import { servicePaths } from '../../archive/urls.ts'
import { escapeXml } from '../../base/escape.ts'
import { mediaTypes } from '../media-types.ts'
import { contentOf, type Feed, publishedAt } from './feed.ts'

/** RFC 4287. A post's own address is its id, and dates are its author's: the same content gives the same feed. */
export function atomFeed({ title, path, atom, json, posts }: Feed, archive: Archive): string {
  const { settings, urls } = archive
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(settings.language)}">
${element('id', urls.url(path))}
${element('title', title)}
${element('subtitle', settings.description)}
${element('updated', newestChange(posts) ?? '')}
${author(publisherOf(settings))}
${link('self', urls.url(atom), mediaTypes.atom)}
${link('alternate', urls.url(path), 'text/html')}
${link('alternate', urls.url(json), mediaTypes.jsonFeed)}
${link('license', urls.url(servicePaths.privacy))}
${posts.map((post) => entry(post, archive)).join('')}</feed>
`
}

function entry(post: Post, archive: Archive): string {
  const own = archive.urls.url(post.path)
  const { title, summary, authors, tags } = post
  return `<entry>
${element('id', own)}
${element('title', title)}
${element('published', publishedAt(post))}
${element('updated', post.changedAt ?? '')}
${authors.map(author).join('\n')}
${link('alternate', own, 'text/html')}
${post.url === own ? '' : `${link('canonical', post.url)}\n`}${tags.map((tag) => `<category term="${escapeXml(tag)}"/>\n`).join('')}${element('summary', summary)}
<content type="html">${escapeXml(contentOf(post, archive))}</content>
</entry>
`
}

function author({ name, url }: Author): string {
  return `<author>${element('name', name)}${url === undefined ? '' : element('uri', url)}</author>`
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

function link(rel: string, href: string, type?: string): string {
  const typed = type === undefined ? '' : ` type="${type}"`
  return `<link rel="${rel}"${typed} href="${escapeXml(href)}"/>`
}
