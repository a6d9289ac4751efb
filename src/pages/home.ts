import type { Day } from '../words/format.ts'
import type { Words } from '../words/words.ts'
import { type Html, html } from './html.ts'
import {
  byline,
  autoDirection,
  facts,
  type Link,
  link,
  type Name,
  type Image,
  image,
  readingTime,
  time,
} from './parts.ts'

export interface Home {
  readonly title: string
  /** '' if the publisher has set none. */
  readonly description: string
  readonly feed: Link | null
  readonly lead: HomePost | null
  readonly recent: readonly HomePost[]
  readonly earlier: readonly HomePost[]
  /** Link to all posts. */
  readonly all: Link | null
  readonly series: readonly { readonly heading: Link; readonly posts: readonly HomePost[] }[]
  readonly browse: readonly Browse[]
}

export interface HomePost extends Link {
  readonly summary: string
  /** With the post's number. */
  readonly series: string | null
  readonly number: number
  readonly authors: readonly Name[]
  readonly isCut: boolean
  readonly day: Day | null
  readonly minutes: number
  readonly image: Image | null
}

/** An index: rows with counts, or names only. */
export interface Browse {
  readonly heading: Link
  readonly namesOnly: boolean
  readonly items: readonly (Link & { readonly note: string })[]
}

/** One lead post, some with summaries, and the rest by title. */
export function homePage(home: Home, words: Words): Html {
  const { lead, recent, earlier, series, all } = home
  return html`<div class="front">
<header>
<h1${autoDirection(home.title)}>${home.title}</h1>
${home.description && html`<p class="summary"${autoDirection(home.description)}>${home.description}</p>\n`}${home.feed && html`<p class="facts">${link(home.feed)}</p>\n`}</header>
${lead && leadPost(lead, words)}
${recent.length > 0 && html`<h2 class="label">${words.newest}</h2>\n<ul class="entries grid">\n${recent.map((post) => entry(post, words))}</ul>\n`}${
  earlier.length > 0 &&
  html`<h2 class="label">${words.earlier}</h2>\n<ul class="rows day">\n${earlier.map(row)}</ul>\n`
}${all && html`<p class="more">${link(all)}</p>\n`}${
  series.length > 0 &&
  html`<div class="by-series">\n${series.map(({ heading, posts }) => section(heading, html`<ul class="rows number">\n${posts.map(numbered)}</ul>`))}</div>\n`
}${
  home.browse.length > 0 &&
  html`<div class="browse">\n${home.browse.map((one) => section(one.heading, browse(one)))}</div>\n`
}</div>`
}

function leadPost(post: HomePost, words: Words): Html {
  const title = html`${opening(post)}<h2${autoDirection(post.label)}>${link(post)}</h2>\n`
  const about = html`<p class="about"${autoDirection(post.summary)}>${post.summary}</p>\n${closing(post, words)}`
  return post.image
    ? html`<article class="lead pictured">\n<div>\n${title}${about}</div>\n${image(decorative(post.image, '(min-width: 56rem) 34rem, 92vw'))}\n</article>`
    : html`<article class="lead">\n<div>\n${title}</div>\n<div>\n${about}</div>\n</article>`
}

function entry(post: HomePost, words: Words): Html {
  const sizes = '(min-width: 70rem) 22rem, (min-width: 46rem) 45vw, 92vw'
  return html`<li class="entry${post.image && ' pictured'}">${post.image && html`${image(decorative(post.image, sizes), 'lazy')}\n`}${opening(post)}<h3${autoDirection(post.label)}>${link(post)}</h3>
<p class="about"${autoDirection(post.summary)}>${post.summary}</p>
${closing(post, words)}</li>
`
}

/** A decorative image needs no alt text. */
function decorative({ choice, ...image }: Image, sizes: string): Image {
  return { ...image, alt: '', choice: choice && { ...choice, sizes } }
}

function opening({ series }: HomePost): Html | null {
  return series === null ? null : html`<p class="facts eyebrow"><bdi>${series}</bdi></p>\n`
}

function closing({ authors, isCut, day, minutes }: HomePost, words: Words): Html {
  return html`<p class="facts byline">${facts(byline(authors, words, isCut), day && time(day), readingTime(minutes, words))}</p>\n`
}

function row(post: HomePost): Html {
  const { label, day, series } = post
  return html`<li>${day ? time(day) : html`<span></span>`}<div${autoDirection(label)}>${link(post)}</div>${series && html`<small class="facts">${series}</small>`}</li>\n`
}

function numbered(post: HomePost): Html {
  const { label, day, number } = post
  return html`<li><span class="number">${number}</span><div${autoDirection(label)}>${link(post)}</div>${day && html`<small class="facts">${time(day)}</small>`}</li>\n`
}

function section(heading: Link, list: Html): Html {
  return html`<section>
<h2 class="label">${link(heading)}</h2>
${list}
</section>
`
}

function browse({ namesOnly, items }: Browse): Html {
  return namesOnly
    ? html`<ul class="tags">${items.map((item) => html`<li>${link(item)}</li>`)}</ul>`
    : html`<ul class="rows undated">\n${items.map((item) => html`<li><div${autoDirection(item.label)}>${link(item)}</div><small class="facts">${item.note}</small></li>\n`)}</ul>`
}
