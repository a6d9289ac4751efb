import type { Words } from '../words/words.ts'
import { type Html, html, raw } from './html.ts'
import { type Href, type Link, link, type PostSummary } from './parts.ts'

/** What all pages show of the archive. Hrefs are paths, so that previews work on any host. */
export interface Frame {
  /** The archive's name. */
  readonly title: string
  /** '' if the publisher has set none. */
  readonly description: string
  /** A language tag, such as `en` or `pt-BR`. */
  readonly language: string
  readonly homeHref: string
  /** The search page, which takes a query as `q`. */
  readonly searchHref: string
  /** A logo in place of the title. */
  readonly logoHref: string | undefined
  /** A logo for dark pages. */
  readonly logoDarkHref: string | undefined
  /** The publisher's navigation, or the lists and some of the publisher's pages. */
  readonly nav: readonly Link[]
  /** Pages that `nav` has no room for, search, contact, terms and the feed. */
  readonly footer: readonly Link[]
  /** The publisher's text below all pages. */
  readonly closing: Html | null
  /** The list of all pages for programs. */
  readonly llmsUrl: string
  /** All posts in lists, newest first; made on first use. */
  readonly posts: () => readonly PostSummary[]
}

/** What the heads of all pages share. */
export interface SharedHead {
  readonly styleOf: (body: string) => string
  /** The publisher's choice, which readers cannot change. */
  readonly fixedTheme: 'dark' | 'light' | undefined
  readonly iconHref: string
  readonly touchIconHref: string
  readonly styleHref: string | undefined
  readonly scriptHref: string
  readonly printHref: string
  /** Video hosts with a play button. */
  readonly embeds: readonly string[]
}

export interface PageHead extends SharedHead {
  readonly description: string
  readonly canonicalUrl: string
  readonly markdownUrl: string
  /** Meta elements and structured data. */
  readonly extra: readonly Html[]
  /** The publisher's HTML. */
  readonly own: string
}

/** The page that is made, and what it shares with all others. */
export interface PageContext {
  /** The function of the theme that makes its content. */
  readonly kind: 'home' | 'post' | 'page' | 'list' | 'search'
  readonly title: string
  /** The href of this page, to mark links to it. */
  readonly currentHref: string
  readonly site: Frame
  /** The fixed strings of pages, in the archive's language. */
  readonly words: Words
  /** Returns the href of a page's `path`. */
  readonly href: Href
  /** The publisher's HTML after the text. */
  readonly foot: Html | null
}

/** The whole page. Facts of the contract are in its head, so a theme makes only what follows. */
export function htmlDocument(
  { kind, title, site, words }: PageContext,
  head: PageHead,
  body: Html,
  more: Html | null,
): string {
  const { description, canonicalUrl, fixedTheme, styleHref } = head
  const name = title === site.title ? title : `${title} · ${site.title}`
  const fixed = fixedTheme && html` data-theme="${fixedTheme}"`
  const ownStyle = styleHref && html`<link rel="stylesheet" href="${styleHref}">\n`
  return html`<!doctype html>
<html lang="${site.language}"${words.direction === 'rtl' && html` dir="rtl"`}${fixed}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${canonicalUrl}">
<link rel="alternate" type="text/markdown" href="${head.markdownUrl}">
<link rel="describedby" type="text/plain" href="${site.llmsUrl}">
<meta property="og:type" content="${kind === 'post' ? 'article' : 'website'}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${canonicalUrl}">
<meta property="og:site_name" content="${site.title}">
${head.extra.map((element) => html`${element}\n`)}<style>${raw(head.styleOf(body.text))}</style>
${ownStyle}<link rel="icon" href="${head.iconHref}">
<link rel="apple-touch-icon" href="${head.touchIconHref}">
<link rel="stylesheet" media="print" href="${head.printHref}">
<script src="${head.scriptHref}"${scriptData(words, head)}></script>
${raw(head.own)}${more}</head>
<body>
${body}
</body>
</html>
`.text
}

export function pageBody(page: PageContext, main: Html): Html {
  const { currentHref, site, words, foot } = page
  const nav = site.nav.map((item) => {
    return html`<a href="${item.href}"${item.href === currentHref && html` aria-current="page"`}>${item.label}</a>`
  })
  // Closed only in a narrow window, where the header is one row.
  const menu = html`<nav aria-label="${words.site}"><details><summary>${words.menu}</summary>
<div>${nav}</div></details></nav>
`
  return html`<a class="skip" href="#site:main">${words.skip}</a>
<header class="masthead">
${brand(site, currentHref)}${nav.length > 0 && menu}${tools(page)}
<p class="skip">${words.forPrograms} <a href="${site.llmsUrl}">/llms.txt</a>.</p>
</header>
<main id="site:main">
${main}
${foot && html`<div class="foot">${foot}</div>\n`}</main>
<footer class="colophon">
<nav aria-label="${site.title}">${site.footer.map(link)}</nav>
${site.closing}</footer>`
}

/** The search form, which the search page has in its text, and the place for a button that switches between light and dark. */
export function tools({ currentHref, site, words: { search } }: PageContext): Html {
  // A plain form, so that search works without scripts and results have a URL.
  const field = html`name="q" aria-label="${search}" placeholder="${search}" maxlength="1024"`
  const form = html`<form role="search" action="${site.searchHref}"><input type="search" ${field}></form>`
  return html`<div class="tools">${site.searchHref !== currentHref && form}</div>`
}

/** Strings for the script. */
function scriptData({ theme, themes, copy, copied, copyLink, play }: Words, { embeds }: SharedHead): Html {
  const themeWords = [theme, themes.auto, themes.light, themes.dark].join('|')
  const copyWords = [copy, copied, copyLink].join('|')
  const players = embeds.length > 0 && html` data-play-word="${play}" data-embeds="${embeds.join(' ')}"`
  return html` data-theme-words="${themeWords}" data-copy-words="${copyWords}"${players}`
}

/** The link to the home page, at the same place on every page. */
function brand({ title, logoHref, logoDarkHref, homeHref }: Frame, currentHref: string): Html {
  const image = (file: string, name: string | null) =>
    html`<img${name && html` class="${name}"`} src="${file}" alt="${title}">`
  const dark = logoDarkHref && image(logoDarkHref, 'on-dark')
  const logo = logoHref && html`${image(logoHref, dark ? 'on-light' : null)}${dark}`
  const current = homeHref === currentHref && html` aria-current="page"`
  return html`<p class="brand"><a href="${homeHref}"${current}>${logo || html`<bdi>${title}</bdi>`}</a></p>\n`
}
