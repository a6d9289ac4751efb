import type { Day, Words } from '../words/words.ts'
import { type Html, html } from './html.ts'
import { directed, facts, type Link, link, type Picture, picture, readingTime, time } from './parts.ts'

export interface Home {
  readonly title: string
  readonly description: string
  readonly posts: readonly HomePost[]
  /** How many there are in all, and where the rest is. */
  readonly total: number
  readonly all: string | null
  readonly browse: readonly Browse[]
  /** How else it can be read. */
  readonly developers: Link
}

export interface HomePost extends Link {
  readonly summary: string
  readonly series: string | null
  readonly day: Day | null
  readonly minutes: number
  readonly image: Picture | null
}

/** A way into the archive: rows with what is in each, or names alone. */
export interface Browse {
  readonly heading: Link
  readonly as: 'rows' | 'names'
  readonly items: readonly (Link & { readonly note: string })[]
}

/** The newest post leads, a dozen follow with what they are about, the others by their titles. */
export function homePage(home: Home, words: Words): Html {
  const [lead, ...rest] = home.posts
  const told = rest.length <= mostTold ? rest : rest.slice(0, fewerTold)
  const titles = rest.slice(told.length)
  return html`<div class="front">
<header>
<h1${directed(home.title)}>${home.title}</h1>
<p class="summary"${directed(home.description)}>${home.description}</p>
</header>
${lead && leading(lead, words)}
${told.length > 0 && html`<h2 class="label">${words.newest}</h2>\n<ul class="entries grid">\n${told.map((post) => entry(post, words))}</ul>\n`}${
  titles.length > 0 &&
  html`<h2 class="label">${words.earlier}</h2>\n<ul class="rows">\n${titles.map((post) => row(post))}</ul>\n`
}${home.all !== null && html`<p class="more"><a href="${home.all}">${words.allPosts(home.total)}</a></p>\n`}<div class="browse">
${home.browse.map((one) => browse(one))}</div>
<p class="facts forms">${words.everyForm} ${link(home.developers)}</p>
</div>`
}

/** What fits into rows of two or three without a gap at the end. */
const mostTold = 12
const fewerTold = 6

function leading(post: HomePost, words: Words): Html {
  return html`<article class="lead${post.image && ' pictured'}">
<div>
<p class="facts">${factsOf(post, words)}</p>
<h2${directed(post.label)}>${link(post)}</h2>
<p class="about"${directed(post.summary)}>${post.summary}</p>
</div>
${post.image && html`${picture(inHalf(post.image))}\n`}</article>`
}

/** It stands beside the text where there is room, and says nothing that the text does not. */
function inHalf({ choice, ...image }: Picture): Picture {
  const sizes = '(min-width: 56rem) 34rem, 92vw'
  return { ...image, alt: '', choice: choice && { ...choice, sizes } }
}

function entry(post: HomePost, words: Words): Html {
  return html`<li class="entry"><p class="facts">${factsOf(post, words)}</p>
<h3${directed(post.label)}>${link(post)}</h3>
<p class="about"${directed(post.summary)}>${post.summary}</p></li>
`
}

function row(post: HomePost): Html {
  return html`<li>${post.day ? time(post.day) : html`<span></span>`}<div${directed(post.label)}>${link(post)}</div>${post.series && html`<small>${post.series}</small>`}</li>
`
}

function factsOf({ day, series, minutes }: HomePost, words: Words): Html {
  return facts(day && time(day), series, readingTime(minutes, words))
}

function browse({ heading, as, items }: Browse): Html {
  const list =
    as === 'names'
      ? html`<ul class="tags">${items.map((item) => html`<li>${link(item)}</li>`)}</ul>`
      : html`<ul class="rows">\n${items.map((item) => html`<li><div${directed(item.label)}>${link(item)}</div><small>${item.note}</small></li>\n`)}</ul>`
  return html`<section>
<h2 class="label">${link(heading)}</h2>
${list}
</section>
`
}
