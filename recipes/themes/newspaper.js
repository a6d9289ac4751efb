// newspaper.js
import { factLine, html, imageElement, shortBylineOf, timeElement, tools, withCode } from 'citable/theme'

/** @typedef {import('citable/theme').PageContext} Page */
/** @typedef {import('citable/theme').PostSummary} Post */

/** Every page: the nameplate, with the date of the newest post; below it what `home` and the default theme make. */
/** @type {import('citable/theme').Theme['body']} */
const body = (page, main) => {
  const { kind, currentHref, site, words, foot } = page
  const [newest] = site.posts()
  const name = html`<a href="${site.homeHref}">${site.title}</a>`
  const links = site.nav.map(({ label, href }) => {
    return html`<a href="${href}"${href === currentHref && html` aria-current="page"`}>${label}</a>`
  })
  return html`<a class="skip" href="#site:main">${words.skip}</a>
<header class="nameplate">
${kind === 'home' ? html`<h1 class="name">${name}</h1>` : html`<p class="name">${name}</p>`}
<div class="dateline">
<p>${newest?.day && timeElement(newest.day)}</p>
<p class="motto" dir="auto">${site.description}</p>
${tools(page)}
</div>
<nav class="topics" aria-label="${words.site}">${links}</nav>
</header>
<main id="site:main">
${main}
${foot && html`<div class="foot">${foot}</div>`}
</main>
<footer class="imprint">
<nav aria-label="${site.title}">${site.footer.map(({ label, href }) => html`<a href="${href}">${label}</a>`)}</nav>
${site.closing}
</footer>`
}

/** The lead story between two columns; below them, a column for each of the tags with most posts. */
/** @type {import('citable/theme').Theme['home']} */
const home = ({ lead, all, body }, page) => {
  const { site, words, href } = page
  const rest = site.posts().filter(({ path }) => path !== lead?.path)
  const others = rest.slice(2)
  return html`${body && html`<div class="prose">${body}</div>`}<div class="edition">
<div class="top">
<div class="lead-story">${lead && story(lead, page, '(min-width: 64rem) 38rem, 92vw')}</div>
<div class="beside">${rest.slice(0, 2).map((post) => story(post, page))}</div>
<div><h2 class="label">${words.newest}</h2>${headlines(others.slice(0, 7), page)}</div>
</div>
<div class="sections">
${sectionsOf(others).map(({ tag, posts: [first, ...more] }) => {
  return html`<section><h2 class="label"><a href="${href(tag.path)}">${tag.label}</a></h2>
${first && story(first, page, '(min-width: 46rem) 24rem, 92vw')}${headlines(more, page)}</section>`
})}
</div>
${all && html`<p class="all"><a href="${href(all.path)}">${all.label}</a></p>`}
</div>`
}

/** @param {Post} post @param {Page} page @param {string} [sizes] of the picture; without it, there is none */
function story({ label, path, summary, image, byline, day }, { href, words }, sizes) {
  const picture = sizes && image && { ...image, alt: '', choice: image.choice && { ...image.choice, sizes } }
  return html`<article class="story">
${picture && imageElement(picture)}
<h2 dir="auto"><a href="${href(path)}">${withCode(label)}</a></h2>
<p dir="auto">${summary}</p>
<p class="facts">${factLine(shortBylineOf(byline, href, words), day && timeElement(day))}</p>
</article>`
}

/** @param {readonly Post[]} posts @param {Page} page */
function headlines(posts, { href }) {
  const items = posts.map(({ label, path, day }) => {
    return html`<li><a href="${href(path)}">${withCode(label)}</a> ${day && timeElement(day)}</li>`
  })
  return posts.length > 0 && html`<ul class="headlines">${items}</ul>`
}

/** Each post once, under its most frequent tag; one with a picture comes first. @param {readonly Post[]} posts */
function sectionsOf(posts) {
  /** @type {Map<string, { tag: Post['tags'][number], posts: Post[] }>} */
  const byTag = new Map()
  for (const post of posts)
    for (const tag of post.tags) {
      const section = byTag.get(tag.path) ?? { tag, posts: [] }
      section.posts.push(post)
      byTag.set(tag.path, section)
    }
  const used = new Set()
  return [...byTag.values()]
    .sort((a, b) => b.posts.length - a.posts.length)
    .map(({ tag, posts }) => {
      const own = posts.filter((post) => !used.has(post)).slice(0, 4)
      for (const post of own) used.add(post)
      return { tag, posts: own.sort((a, b) => Number(!a.image) - Number(!b.image)) }
    })
    .filter(({ posts }) => posts.length > 1)
    .slice(0, 4)
}

const styles = `
.nameplate, .imprint { width: 100%; max-width: 86rem; margin-inline: auto; padding-inline: clamp(1.125rem, 4vw, 2.5rem) }
.nameplate { padding-top: 1.25rem; text-align: center }
.nameplate .name { margin: 0; font: 800 clamp(2.5rem, 8.5vw, 6.25rem)/1 var(--serif); letter-spacing: -.035em; text-align: center }
.nameplate a, .imprint a, .story h2 a, .headlines a { color: inherit; text-decoration: none }
.edition .label a { color: var(--link); text-decoration: none }
.nameplate p.name { font-size: clamp(1.75rem, 4vw, 2.75rem) }
.dateline { display: grid; grid-template-columns: minmax(max-content, 1fr) auto minmax(max-content, 1fr); align-items: center; gap: .25rem 1.5rem; margin-top: 1rem;
  padding-block: .5rem; border-block: 1px solid var(--ink); font: .875rem/1.4 var(--sans); text-align: start }
.dateline p { margin: 0 }
.dateline .motto { font: italic 1.0625rem/1.4 var(--serif); text-align: center }
.dateline .tools { justify-self: end }
.topics { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 1.75rem; padding-block: .25rem;
  border-bottom: 3px double var(--ink); font: 600 .8125rem/1.4 var(--sans) }
.topics a { padding-block: .6rem } .topics a:hover, .imprint a:hover, .edition a:hover, .topics [aria-current] { text-decoration: underline; text-underline-offset: .25em }
main { max-width: 86rem }
.edition { padding-top: 1.75rem }
.edition .label { border-top: 3px solid var(--ink); padding-top: .45rem; font: 700 .9375rem/1.4 var(--sans); letter-spacing: 0 }
.top { display: grid; gap: 2rem; grid-template: "lead" auto "beside" auto "." auto / minmax(0, 1fr) }
.lead-story { grid-area: lead } .beside { grid-area: beside }
[dir="rtl"] .edition :is(h2, p, li) { text-align: right }
.edition :is(div, section) { min-width: 0; overflow-wrap: anywhere }
.story img { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: cover; margin-bottom: .75rem; background: var(--sunk) }
.story h2 { font: 700 1.375rem/1.15 var(--serif); letter-spacing: -.012em; text-wrap: balance }
.story p { margin: .5rem 0 0; font-size: 1rem; line-height: 1.45; color: var(--quiet) }
.story p.facts { font-size: .8125rem } .lead-story h2 { font-size: clamp(2rem, 1.4rem + 2.4vw, 3.25rem); line-height: 1.04; letter-spacing: -.025em }
.lead-story p { font-size: 1.1875rem }
.beside .story + .story { border-top: 1px solid var(--rule); margin-top: 1.5rem; padding-top: 1.5rem }
.headlines { list-style: none; margin: .25rem 0 0; padding: 0; font-size: 1.0625rem; line-height: 1.3; font-weight: 600 }
.headlines li { padding-block: .7rem; border-bottom: 1px solid var(--rule) }
.headlines time { display: block; margin-top: .15rem; font: .8125rem/1.4 var(--sans); color: var(--quiet) }
.sections { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 2.5rem 2rem; margin-top: 3rem }
.sections section { max-width: 42rem }
.sections .story { padding-block: .75rem 1rem } .sections .headlines { border-top: 1px solid var(--rule) }
.all { margin: 2rem 0 0; text-align: center; font: 600 .9375rem var(--sans) }
.imprint { margin-top: 4rem; padding-block: 1.25rem 2.5rem; font: .875rem/1.6 var(--sans); color: var(--quiet) }
.imprint nav { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; border-top: 3px double var(--ink); padding-top: 1rem } .imprint a { padding-block: .25rem }
:root:not([dir="rtl"]) .post .prose > p:first-child::first-letter { initial-letter: 3; margin-inline-end: .1em; font-weight: 700 }
@media (min-width: 46rem) { .top { grid-template: "lead lead" auto "beside ." auto / 1fr 1fr } }
@media (min-width: 64rem) {
  .top { grid-template: "beside lead ." auto / 1fr 2.1fr 1fr; gap: 1.5rem }
  .lead-story { padding-inline: 1.5rem; border-inline: 1px solid var(--rule) }
}
@media (max-width: 46rem) {
  .dateline { grid-template-columns: 1fr auto } .dateline .motto { display: none }
}
@media print { .topics, .imprint nav { display: none } .story { break-inside: avoid } }
`

/** A newspaper. @type {Partial<import('citable/theme').Theme>} */
export const newspaper = { body, home, styles }
