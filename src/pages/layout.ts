import { type Html, html, raw } from './html.ts'
import { type Link, link } from './parts.ts'
import type { Words } from '../words/words.ts'

/** The parts that all pages share. Hrefs are paths, so that previews work on any host. */
export interface Frame {
  readonly title: string
  readonly language: string
  readonly words: Words
  readonly styleOf: (main: string) => string
  readonly logoHref: string | undefined
  readonly logoDarkHref: string | undefined
  readonly iconHref: string
  readonly touchIconHref: string
  readonly styleHref: string | undefined
  /** The publisher's HTML for the head of every page and the end of every post. */
  readonly own: { readonly head: string; readonly foot: string }
  /** HTML from the caller's page hook. */
  readonly ownOf?:
    | ((page: OwnPage) => { readonly head?: string; readonly foot?: string } | undefined)
    | undefined
  /** Video hosts with a play button. */
  readonly embeds: readonly string[]
  readonly closing: Html | null
  readonly homeHref: string
  readonly llmsUrl: string
  readonly nav: readonly Link[]
  readonly footer: readonly Link[]
  readonly searchHref: string
  readonly scriptHref: string
  readonly printHref: string
}

interface OwnPage extends Pick<Head, 'title' | 'kind'> {
  readonly path: string
  readonly url: string
}

export interface Head {
  readonly title: string
  readonly description: string
  readonly kind: 'website' | 'article'
  readonly canonicalUrl: string
  readonly markdownUrl: string
  /** Path of the page. */
  readonly href: string
  /** Meta elements and structured data. */
  readonly extra?: readonly Html[]
}

export function layout(frame: Frame, head: Head, main: Html): string {
  const { words } = frame
  // Strings for the script.
  const themeWords = [words.theme, words.themes.auto, words.themes.light, words.themes.dark]
  const copyWords = [words.copy, words.copied, words.copyLink]
  const name = head.title === frame.title ? frame.title : `${head.title} · ${frame.title}`
  const { title, kind, href: path, canonicalUrl: url } = head
  const own = frame.ownOf?.({ title, kind, path, url })
  const foot = (kind === 'article' ? frame.own.foot : '') + (own?.foot ?? '')
  return html`<!doctype html>
<html lang="${frame.language}"${words.direction === 'rtl' && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<meta name="description" content="${head.description}">
<link rel="canonical" href="${head.canonicalUrl}">
<link rel="alternate" type="text/markdown" href="${head.markdownUrl}">
<link rel="describedby" type="text/plain" href="${frame.llmsUrl}">
<meta property="og:type" content="${head.kind}">
<meta property="og:title" content="${head.title}">
<meta property="og:description" content="${head.description}">
<meta property="og:url" content="${head.canonicalUrl}">
<meta property="og:site_name" content="${frame.title}">
${head.extra?.map((one) => html`${one}\n`)}<style>${raw(frame.styleOf(main.text))}</style>
${frame.styleHref && html`<link rel="stylesheet" href="${frame.styleHref}">\n`}<link rel="icon" href="${frame.iconHref}">
<link rel="apple-touch-icon" href="${frame.touchIconHref}">
<link rel="stylesheet" media="print" href="${frame.printHref}">
<script src="${frame.scriptHref}"></script>
${raw(frame.own.head)}${own?.head && raw(own.head)}</head>
<body>
<a class="skip" href="#site:main">${words.skip}</a>
<header class="masthead">
${brand(frame, head)}<div class="ways">
<nav aria-label="${words.site}">${frame.nav.map(({ label, href }) => html`<a href="${href}"${href === head.href && html` aria-current="page"`}>${label}</a>`)}</nav>
<div class="tools" data-theme-words="${themeWords.join('|')}" data-copy-words="${copyWords.join('|')}"${frame.embeds.length > 0 && html` data-play-word="${words.play}" data-embeds="${frame.embeds.join(' ')}"`}>${searchForm(frame, head)}</div>
</div>
<p class="skip">${words.forPrograms} <a href="${frame.llmsUrl}">/llms.txt</a>.</p>
</header>
<main id="site:main">
${main}
${foot && html`<div class="foot">${raw(foot)}</div>\n`}</main>
<footer class="colophon">
<nav aria-label="${frame.title}">${frame.footer.map(link)}</nav>
${frame.closing}</footer>
</body>
</html>
`.text
}

/** The link to the home page. The home page itself shows only the logo here. */
function brand({ title, logoHref, logoDarkHref, homeHref }: Frame, { href }: Head): Html | null {
  const isHome = href === homeHref
  const image = (file: string, name: string | null) =>
    html`<img${name && html` class="${name}"`} src="${file}" alt="${isHome ? '' : title}">`
  const logo =
    logoHref &&
    (logoDarkHref
      ? html`${image(logoHref, 'on-light')}${image(logoDarkHref, 'on-dark')}`
      : image(logoHref, null))
  if (isHome) return logo ? html`<p class="brand">${logo}</p>\n` : null
  return html`<p class="brand"><a href="${homeHref}">${logo || html`<bdi>${title}</bdi>`}</a></p>\n`
}

/** A plain form, so that search works without scripts and results have a URL. */
function searchForm({ searchHref, words }: Frame, { href }: Head): Html | null {
  if (searchHref === href) return null
  return html`<form role="search" action="${searchHref}"><input type="search" name="q" aria-label="${words.search}" placeholder="${words.search}" maxlength="1024"></form>`
}
