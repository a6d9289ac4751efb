import { type Html, html, raw } from './html.ts'
import { style } from './style.ts'

/** What every page of the site shares. Hrefs are paths, so that a page works wherever it is previewed. */
export interface Frame {
  readonly title: string
  readonly language: string
  readonly homeHref: string
  readonly llmsUrl: string
  readonly nav: readonly { readonly label: string; readonly href: string }[]
  /** Where the search field leads, and what is in it; null where nothing answers a search. */
  readonly search: { readonly href: string; readonly words: string } | null
}

export interface Head {
  readonly title: string
  readonly description: string
  readonly kind: 'website' | 'article'
  readonly canonicalUrl: string
  readonly markdownUrl: string
  readonly image?: string | undefined
  /** Meta elements and structured data of this page alone. */
  readonly extra?: readonly Html[]
}

export function layout(frame: Frame, head: Head, main: Html): string {
  const name = head.title === frame.title ? frame.title : `${head.title} · ${frame.title}`
  return html`<!doctype html>
<html lang="${frame.language}">
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
${head.image && html`<meta property="og:image" content="${head.image}">\n`}${head.extra?.map((one) => html`${one}\n`)}<style>${raw(style)}</style>
</head>
<body>
<header>
<p><a href="${frame.homeHref}">${frame.title}</a></p>
${frame.search && searchForm(frame.search)}<p>Programs find every page and post listed in <a href="${frame.llmsUrl}">/llms.txt</a>.</p>
</header>
<main>
${main}
</main>
<footer>
<nav aria-label="Site">${frame.nav.map((link) => html`<a href="${link.href}">${link.label}</a> `)}</nav>
</footer>
</body>
</html>
`.text
}

/** A form that needs no script: the words become part of the address of the results, which can be kept and sent like any other. */
function searchForm({ href, words }: NonNullable<Frame['search']>): Html {
  return html`<form role="search" action="${href}">
<input type="search" name="q" value="${words}" aria-label="Search" placeholder="Search" maxlength="1024">
<button>Search</button>
</form>
`
}
