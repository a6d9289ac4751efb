import type { PageHook } from '../base/hooks.ts'
import type { Words } from '../words/words.ts'
import { type Html, html, raw } from './html.ts'
import { type Href, type Link, link } from './parts.ts'

/** The parts that all pages share. Hrefs are paths, so that previews work on any host. */
export interface Frame {
  readonly title: string
  readonly language: string
  readonly words: Words
  readonly styleOf: (body: string) => string
  /** The publisher's choice, which readers cannot change. */
  readonly fixedTheme: 'dark' | 'light' | undefined
  readonly logoHref: string | undefined
  readonly logoDarkHref: string | undefined
  readonly iconHref: string
  readonly touchIconHref: string
  readonly styleHref: string | undefined
  /** The publisher's HTML for the head of every page and the end of every post. */
  readonly own: { readonly head: string; readonly foot: string }
  /** HTML from the caller's page hook. */
  readonly ownOf?: PageHook | undefined
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

export interface PageHead {
  readonly description: string
  readonly canonicalUrl: string
  readonly markdownUrl: string
  /** Meta elements and structured data. */
  readonly extra: readonly Html[]
  /** HTML from the caller's page hook. */
  readonly own: string
}

/** The page that is made, and what it shares with all others. */
export interface PageContext {
  readonly kind: 'home' | 'post' | 'page' | 'list' | 'search'
  readonly title: string
  /** Request path. */
  readonly path: string
  readonly site: Frame
  readonly words: Words
  readonly href: Href
  /** The publisher's HTML after the text; '' if there is none. */
  readonly foot: string
}

/** The whole page. Facts of the contract are in its head, so a theme makes only what follows. */
export function htmlDocument(
  { kind, title, site, words }: PageContext,
  head: PageHead,
  body: Html,
  more: Html | null,
): string {
  const { description, canonicalUrl } = head
  const name = title === site.title ? title : `${title} · ${site.title}`
  const fixed = site.fixedTheme && html` data-theme="${site.fixedTheme}"`
  const ownStyle = site.styleHref && html`<link rel="stylesheet" href="${site.styleHref}">\n`
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
${head.extra.map((element) => html`${element}\n`)}<style>${raw(site.styleOf(body.text))}</style>
${ownStyle}<link rel="icon" href="${site.iconHref}">
<link rel="apple-touch-icon" href="${site.touchIconHref}">
<link rel="stylesheet" media="print" href="${site.printHref}">
<script src="${site.scriptHref}"></script>
${raw(site.own.head)}${raw(head.own)}${more}</head>
<body>
${body}
</body>
</html>
`.text
}

export function pageBody({ path, site, words, foot }: PageContext, main: Html): Html {
  const { search } = words
  const nav = site.nav.map((item) => {
    return html`<a href="${item.href}"${item.href === path && html` aria-current="page"`}>${item.label}</a>`
  })
  // Closed only in a narrow window, where the header is one row.
  const menu = html`<nav aria-label="${words.site}"><details><summary>${words.menu}</summary>
<div>${nav}</div></details></nav>
`
  // A plain form, so that search works without scripts and results have a URL.
  const field = html`name="q" aria-label="${search}" placeholder="${search}" maxlength="1024"`
  const form = html`<form role="search" action="${site.searchHref}"><input type="search" ${field}></form>`
  return html`<a class="skip" href="#site:main">${words.skip}</a>
<header class="masthead">
${brand(site, path)}${nav.length > 0 && menu}<div class="tools"${scriptData(site)}>${site.searchHref !== path && form}</div>
<p class="skip">${words.forPrograms} <a href="${site.llmsUrl}">/llms.txt</a>.</p>
</header>
<main id="site:main">
${main}
${foot && html`<div class="foot">${raw(foot)}</div>\n`}</main>
<footer class="colophon">
<nav aria-label="${site.title}">${site.footer.map(link)}</nav>
${site.closing}</footer>`
}

/** Strings for the script. */
function scriptData({ words, embeds }: Frame): Html {
  const { theme, themes, copy, copied, copyLink, play } = words
  const themeWords = [theme, themes.auto, themes.light, themes.dark].join('|')
  const copyWords = [copy, copied, copyLink].join('|')
  const players = embeds.length > 0 && html` data-play-word="${play}" data-embeds="${embeds.join(' ')}"`
  return html` data-theme-words="${themeWords}" data-copy-words="${copyWords}"${players}`
}

/** The link to the home page, at the same place on every page. */
function brand({ title, logoHref, logoDarkHref, homeHref }: Frame, path: string): Html {
  const image = (file: string, name: string | null) =>
    html`<img${name && html` class="${name}"`} src="${file}" alt="${title}">`
  const dark = logoDarkHref && image(logoDarkHref, 'on-dark')
  const logo = logoHref && html`${image(logoHref, dark ? 'on-light' : null)}${dark}`
  const current = homeHref === path && html` aria-current="page"`
  return html`<p class="brand"><a href="${homeHref}"${current}>${logo || html`<bdi>${title}</bdi>`}</a></p>\n`
}
