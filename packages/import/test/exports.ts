import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { emptyFolder } from '../../../test/cli/run.ts'

/** Small exports in the formats of the services. */

/** A PNG of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export type Files = Readonly<Record<string, string | Uint8Array>>

/** Writes files into a new folder and returns its path. */
export function folderOf(files: Files): string {
  const dir = emptyFolder()
  for (const [path, body] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), body)
  }
  return dir
}

export function fileOf(name: string, body: string | Uint8Array): string {
  return join(folderOf({ [name]: body }), name)
}

export function zipOf(name: string, files: Files): string {
  const entries = Object.entries(files).map(([path, body]) => [
    path,
    typeof body === 'string' ? strToU8(body) : body,
  ])
  return fileOf(name, zipSync(Object.fromEntries(entries)))
}

const cdata = (text: string) => `<![CDATA[${text}]]>`

export interface WordPressItem {
  readonly id: number
  readonly title?: string
  readonly content?: string
  readonly link?: string
  readonly more?: Readonly<Record<string, string>>
  readonly inner?: string
}

export function wordPressItem({
  id,
  title = 'A post',
  content = '<p>Some text.</p>',
  link,
  more = {},
  inner = '',
}: WordPressItem): string {
  const fields: Record<string, string> = {
    'wp:post_id': String(id),
    'wp:post_date': '2020-03-04 23:30:00',
    'wp:post_date_gmt': '2020-03-05 04:30:00',
    'wp:post_modified': '2020-03-06 10:00:00',
    'wp:post_modified_gmt': '2020-03-06 15:00:00',
    'wp:post_name': title.toLowerCase().replace(/\W+/g, '-'),
    'wp:status': 'publish',
    'wp:post_parent': '0',
    'wp:post_type': 'post',
    'wp:post_password': '',
    'excerpt:encoded': '',
    ...more,
  }
  return `<item>
<title>${cdata(title)}</title>
<link>${link ?? `https://old.example/2020/03/${fields['wp:post_name']}/`}</link>
<pubDate>Thu, 05 Mar 2020 04:30:00 +0000</pubDate>
<dc:creator>${cdata('ada')}</dc:creator>
<guid isPermaLink="false">https://old.example/?p=${id}</guid>
<description></description>
<content:encoded>${cdata(content)}</content:encoded>
${Object.entries(fields)
  .map(([name, value]) => `<${name}>${cdata(value)}</${name}>`)
  .join('\n')}
${inner}
</item>`
}

export const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`

export function wordPress(items: readonly (WordPressItem | string)[]): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!-- This is a WordPress eXtended RSS file -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Old &amp; good</title>
<link>https://old.example</link>
<description>A site of the time before.</description>
<language>en-US</language>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url>
<wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login>${cdata('ada')}</wp:author_login><wp:author_email>${cdata('ada@old.example')}</wp:author_email><wp:author_display_name>${cdata('Ada Lovelace')}</wp:author_display_name></wp:author>
<wp:author><wp:author_id>2</wp:author_id><wp:author_login>${cdata('bob')}</wp:author_login><wp:author_display_name>${cdata('Bob')}</wp:author_display_name></wp:author>
${items.map((item) => (typeof item === 'string' ? item : wordPressItem(item))).join('\n')}
</channel>
</rss>
`
}

export function ghost(posts: readonly Record<string, unknown>[], more: Record<string, unknown> = {}): string {
  const data = {
    posts: posts.map((post, at) => ({
      id: `5f0000000000000000000${100 + at}`,
      type: 'post',
      status: 'published',
      visibility: 'public',
      published_at: '2021-05-06T07:08:09.000Z',
      updated_at: '2021-05-07T07:08:09.000Z',
      custom_excerpt: null,
      feature_image: null,
      canonical_url: null,
      lexical: null,
      ...post,
    })),
    settings: [
      { key: 'title', value: 'A ghost' },
      { key: 'description', value: 'Of a site.' },
    ],
    ...more,
  }
  return JSON.stringify({ db: [{ meta: { exported_on: 1, version: '5.80.0' }, data }] })
}

export function substack(rows: readonly string[], files: Files): Files {
  const head =
    'post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url'
  return {
    'posts.csv': `${[head, ...rows].join('\n')}\n`,
    'email_list.example.csv': 'email\nreader@example.org\n',
    ...files,
  }
}

export function medium(title: string, body: string, { footer = '', summary = '' } = {}): string {
  return `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${title}</title></head><body><article class="h-entry">
<header><h1 class="p-name">${title}</h1></header>
${summary && `<section data-field="subtitle" class="p-summary">\n${summary}\n</section>`}
<section data-field="body" class="e-content">
<section name="aaaa" class="section section--body section--first"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner sectionLayout--insetColumn">${body}</div></div></section>
</section>
<footer>${footer}<p>Exported from <a href="https://medium.com">Medium</a> on June 3, 2024.</p></footer></article></body></html>`
}

export const mediumFooter = (canonical: string) =>
  `<p>By <a href="https://medium.com/@ada" class="p-author h-card">Ada</a> on <a href="https://medium.com/p/a1b2c3d4e5f6"><time class="dt-published" datetime="2019-06-03T09:41:57.629Z">June 3, 2019</time></a>.</p><p><a href="${canonical}" class="p-canonical">Canonical link</a></p>`
