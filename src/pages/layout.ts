import type { PageHook } from '../base/hooks.ts'
import type { Words } from '../words/words.ts'
import { type Html, html, raw } from './html.ts'
import { type Link, link } from './parts.ts'

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
  readonly title: string
  readonly description: string
  readonly kind: 'website' | 'article'
  readonly canonicalUrl: string
  readonly markdownUrl: string
  /** Path of the page. */
  readonly href: string
  /** Meta elements and structured data. */
  readonly extra: readonly Html[]
}

export function layout(frame: Frame, head: PageHead, main: Html): string {
  const { words } = frame
  const { search } = words
  const { title, description, kind, href, canonicalUrl } = head
  const name = title === frame.title ? title : `${title} · ${frame.title}`
  const own = frame.ownOf?.({ title, kind, path: href, url: canonicalUrl })
  const foot = (kind === 'article' ? frame.own.foot : '') + (own?.foot ?? '')
  const nav = frame.nav.map((item) => {
    return html`<a href="${item.href}"${item.href === href && html` aria-current="page"`}>${item.label}</a>`
  })
  // A plain form, so that search works without scripts and results have a URL.
  const field = html`name="q" aria-label="${search}" placeholder="${search}" maxlength="1024"`
  const form = html`<form role="search" action="${frame.searchHref}"><input type="search" ${field}></form>`
  const ownStyle = frame.styleHref && html`<link rel="stylesheet" href="${frame.styleHref}">\n`
  return html`<!doctype html>
<html lang="${frame.language}"${words.direction === 'rtl' && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${canonicalUrl}">
<link rel="alternate" type="text/markdown" href="${head.markdownUrl}">
<link rel="describedby" type="text/plain" href="${frame.llmsUrl}">
<meta property="og:type" content="${kind}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${canonicalUrl}">
<meta property="og:site_name" content="${frame.title}">
${head.extra.map((element) => html`${element}\n`)}<style>${raw(frame.styleOf(main.text))}</style>
${ownStyle}<link rel="icon" href="${frame.iconHref}">
<link rel="apple-touch-icon" href="${frame.touchIconHref}">
<link rel="stylesheet" media="print" href="${frame.printHref}">
<script src="${frame.scriptHref}"></script>
${raw(frame.own.head)}${own?.head && raw(own.head)}</head>
<body>
<a class="skip" href="#site:main">${words.skip}</a>
<header class="masthead">
${brand(frame, href)}<div class="ways">
<nav aria-label="${words.site}">${nav}</nav>
<div class="tools"${scriptData(frame)}>${frame.searchHref !== href && form}</div>
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

/** Strings for the script. */
function scriptData({ words, embeds }: Frame): Html {
  const { theme, themes, copy, copied, copyLink, play } = words
  const themeWords = [theme, themes.auto, themes.light, themes.dark].join('|')
  const copyWords = [copy, copied, copyLink].join('|')
  const players = embeds.length > 0 && html` data-play-word="${play}" data-embeds="${embeds.join(' ')}"`
  return html` data-theme-words="${themeWords}" data-copy-words="${copyWords}"${players}`
}

/** The link to the home page. The home page itself shows only the logo here. */
function brand({ title, logoHref, logoDarkHref, homeHref }: Frame, href: string): Html | null {
  const isHome = href === homeHref
  const image = (file: string, name: string | null) =>
    html`<img${name && html` class="${name}"`} src="${file}" alt="${isHome ? '' : title}">`
  const dark = logoDarkHref && image(logoDarkHref, 'on-dark')
  const logo = logoHref && html`${image(logoHref, dark ? 'on-light' : null)}${dark}`
  if (isHome) return logo ? html`<p class="brand">${logo}</p>\n` : null
  return html`<p class="brand"><a href="${homeHref}">${logo || html`<bdi>${title}</bdi>`}</a></p>\n`
}
