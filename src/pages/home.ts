import { type Html, html, type Piece } from './html.ts'
import type { PageContext } from './layout.ts'
import {
  autoDirection,
  factLine,
  link,
  type Picture,
  imageElement,
  readingTime,
  shortBylineOf,
  type PageLink,
  type PostSummary,
  timeElement,
} from './parts.ts'

export interface Home {
  readonly title: string
  /** '' if the publisher has set none. */
  readonly description: string
  readonly feed: PageLink | null
  /** The publisher's text. */
  readonly body: Html | null
  readonly lead: PostSummary | null
  readonly recent: readonly PostSummary[]
  readonly earlier: readonly PostSummary[]
  /** Link to all posts. */
  readonly all: PageLink | null
  readonly series: readonly { readonly heading: PageLink; readonly posts: readonly PostSummary[] }[]
  readonly browse: readonly Browse[]
}

/** An index: rows with counts, or names only. */
interface Browse {
  readonly heading: PageLink
  readonly namesOnly: boolean
  readonly items: readonly (PageLink & { readonly note: string })[]
}

/** One lead post, some with summaries, and the rest by title. */
export function homeMain(home: Home, { href, words }: PageContext): Html {
  const { title, description, feed, body, lead, recent, earlier, series, all, browse } = home
  const to = ({ label, path }: PageLink) => link({ label, href: href(path) })
  const earlierLabel = recent[0] ? words.earlier : words.newest
  const about = description && html`<p class="summary"${autoDirection(description)}>${description}</p>\n`
  return html`<div class="front">
<header>
<h1${autoDirection(title)}>${title}</h1>
${about}${feed && html`<p class="facts">${to(feed)}</p>\n`}</header>
${body && html`<div class="prose">\n${body}\n</div>\n`}${lead && leadPost(lead)}
${[
  recent.length > 0 &&
    html`<h2 class="label">${words.newest}</h2>\n<ul class="entries grid">\n${recent.map(entry)}</ul>\n`,
  earlier.length > 0 &&
    html`<h2 class="label">${earlierLabel}</h2>\n<ul class="rows day">\n${earlier.map(dated)}</ul>\n`,
  all && html`<p class="more">${to(all)}</p>\n`,
  series.length > 0 && html`<div class="by-series">\n${series.map(seriesSection)}</div>\n`,
  browse.length > 0 && html`<div class="browse">\n${browse.map(browseSection)}</div>\n`,
]}</div>`

  function leadPost(post: PostSummary): Html {
    const { label, summary, image } = post
    const heading = html`${eyebrow(post)}<h2${autoDirection(label)}>${to(post)}</h2>\n`
    const text = html`<p class="about"${autoDirection(summary)}>${summary}</p>\n${bylineOf(post)}`
    if (!image) return html`<article class="lead">\n<div>\n${heading}</div>\n<div>\n${text}</div>\n</article>`
    const shown = imageElement(decorative(image, '(min-width: 56rem) 34rem, 92vw'))
    return html`<article class="lead pictured">\n<div>\n${heading}${text}</div>\n${shown}\n</article>`
  }

  function entry(post: PostSummary): Html {
    const { label, summary, image } = post
    const sizes = '(min-width: 70rem) 22rem, (min-width: 46rem) 45vw, 92vw'
    const shown = image && html`${imageElement(decorative(image, sizes), 'lazy')}\n`
    const heading = html`<h3${autoDirection(label)}>${to(post)}</h3>`
    return html`<li class="entry${image && ' pictured'}">${shown}${eyebrow(post)}${heading}
<p class="about"${autoDirection(summary)}>${summary}</p>
${bylineOf(post)}</li>
`
  }

  function eyebrow({ series }: PostSummary): Html | null {
    return series === null ? null : html`<p class="facts eyebrow"><bdi>${series.label}</bdi></p>\n`
  }

  function bylineOf({ byline, day, minutes }: PostSummary): Html {
    const names = shortBylineOf(byline, href, words)
    const facts = factLine(names, day && timeElement(day), readingTime(minutes, words))
    return html`<p class="facts byline">${facts}</p>\n`
  }

  function dated(post: PostSummary): Html {
    return row(post, post.day ? timeElement(post.day) : html`<span></span>`, post.series?.label)
  }

  function row(target: PageLink, first: Piece, note: Piece): Html {
    const title = html`<div${autoDirection(target.label)}>${to(target)}</div>`
    return html`<li>${first}${title}${note && html`<small class="facts">${note}</small>`}</li>\n`
  }

  function seriesSection({ heading, posts }: Home['series'][number]): Html {
    const rows = posts.map((post) =>
      row(post, html`<span class="number">${post.series?.number}</span>`, post.day && timeElement(post.day)),
    )
    return section(heading, html`<ul class="rows number">\n${rows}</ul>`)
  }

  function browseSection({ heading, namesOnly, items }: Browse): Html {
    if (namesOnly)
      return section(heading, html`<ul class="tags">${items.map((item) => html`<li>${to(item)}</li>`)}</ul>`)
    const rows = items.map((item) => row(item, null, item.note))
    return section(heading, html`<ul class="rows undated">\n${rows}</ul>`)
  }

  function section(heading: PageLink, list: Html): Html {
    return html`<section>\n<h2 class="label">${to(heading)}</h2>\n${list}\n</section>\n`
  }
}

/** A decorative image needs no alt text. */
const decorative = ({ choice, ...image }: Picture, sizes: string): Picture => ({
  ...image,
  alt: '',
  choice: choice && { ...choice, sizes },
})
