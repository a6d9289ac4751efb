// handbook.js
import { authorName, citeBox, contents, factLine, html, joinPieces } from 'citable/theme'
import { link, timeElement, tools, withCode } from 'citable/theme'

/** @typedef {import('citable/theme').PageContext} Page */
/** @typedef {{ name: string, posts: import('citable/theme').PostSummary[] }} Chapter */

/** In reading order: a chapter for each series, and one for the posts in none. @param {Page} page @returns {Chapter[]} */
function chaptersOf({ site }) {
  const posts = site.posts().toReversed()
  posts.sort((a, b) => (a.series?.number ?? 0) - (b.series?.number ?? 0))
  const names = new Set(posts.map(({ series }) => series?.name ?? ''))
  return Array.from(names, (name) => {
    return { name, posts: posts.filter(({ series }) => (series?.name ?? '') === name) }
  })
}

/** @param {Page} page @param {import('citable/theme').Link} target */
const pageLink = ({ currentHref }, { label, href }) =>
  html`<a href="${href}"${href === currentHref && html` aria-current="page"`}>${withCode(label)}</a>`

/** @param {Page} page @param {Chapter} chapter */
const postList = (page, { posts }) => html`<ol>
${posts.map(({ label, path }) => html`<li>${pageLink(page, { label, href: page.href(path) })}</li>\n`)}</ol>`

/** Every page: a bar, below it the chapters and the text. A chapter is open on its own pages, and on those that are no posts. */
/** @type {import('citable/theme').Theme['body']} */
const body = (page, main) => {
  const { kind, currentHref, site, words, href, foot } = page
  const chapters = chaptersOf(page).map((chapter) => {
    const isOpen = kind !== 'post' || chapter.posts.some((post) => href(post.path) === currentHref)
    const list = postList(page, chapter)
    if (chapter.name === '') return list
    return html`<details${isOpen && html` open`}><summary>${chapter.name}</summary>\n${list}</details>\n`
  })
  return html`<a class="skip" href="#site:main">${words.skip}</a>
<header class="bar">
<a class="title" href="${site.homeHref}">${site.logoHref && html`<img src="${site.logoHref}" alt="">`}${site.title}</a>
<nav aria-label="${words.site}">${site.nav.map((item) => pageLink(page, item))}</nav>
${tools(page)}
</header>
<div class="book">
<details class="chapters"><summary>${words.lists.more}</summary>
<nav aria-label="${words.lists.more}">
${chapters}
</nav></details>
<main id="site:main">
${main}
${foot && html`<div class="foot">${foot}</div>`}
</main>
</div>
<footer class="end">
<nav aria-label="${site.title}">${site.footer.map(link)}</nav>
${site.closing}
</footer>`
}

/** @type {import('citable/theme').Theme['home']} */
const home = ({ title, description, body }, page) => {
  const chapters = chaptersOf(page)
  const [first] = chapters[0]?.posts ?? []
  const cards = chapters.map((chapter) => {
    const heading = chapter.name && html`<h2>${chapter.name}</h2>`
    return html`<section>${heading}${postList(page, chapter)}</section>\n`
  })
  return html`<header class="welcome">
<h1 dir="auto">${title}</h1>
<p class="summary" dir="auto">${description}</p>
${first && html`<p><a class="start" href="${page.href(first.path)}">${withCode(first.label)}</a></p>`}
</header>${body && html`<div class="prose">${body}</div>`}
<div class="overview">
${cards}</div>`
}

/** @type {import('citable/theme').Theme['post']} */
const post = (article, { words }) => {
  const { title, summary, series, authors, published, modified, original, tags, previous, next } = article
  const names = joinPieces(authors.map(authorName), words)
  const changed = modified && html`${words.revised} ${timeElement(modified)}`
  /** @param {import('citable/theme').Link | null} to @param {'prev' | 'next'} rel @param {string} word */
  const step = (to, rel, word) =>
    to && html`<a rel="${rel}" href="${to.href}"><small>${word}</small> ${withCode(to.label)}</a>`
  return html`<article class="post">
<header class="opening">
${series && html`<nav class="crumbs" aria-label="${words.breadcrumb}"><a href="${series.href}">${series.name}</a></nav>`}
<h1 dir="auto">${withCode(title)}</h1>
${summary && html`<p class="summary" dir="auto">${summary}</p>`}
</header>
${contents(article.headings, words)}<div class="prose">
${article.body}
</div>
<footer class="after">
${tags.length > 0 && html`<ul class="tags">${tags.map((tag) => html`<li>${link(tag)}</li>`)}</ul>`}
<p class="facts">${factLine(names, published && timeElement(published), changed)}</p>
${original && html`<p class="facts">${words.originally} <a href="${original}">${original}</a></p>`}
<nav class="turn" aria-label="${words.previous}, ${words.next}">
${step(previous, 'prev', words.previous)}${step(next, 'next', words.next)}
</nav>
${citeBox(article.citing, words)}
</footer>
</article>`
}

const styles = `
body { font: 1rem/1.65 var(--sans) }
.bar { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: .25rem 1.5rem; padding-block: .625rem;
  background: var(--paper); border-bottom: 1px solid var(--rule); font-size: .9375rem; line-height: 1.4 }
.bar, .end { padding-inline: max(clamp(1rem, 3vw, 1.25rem), 50vw - 46.75rem) }
.bar a, .chapters a, .end a, .overview a, .turn a, .start { color: inherit; text-decoration: none }
.bar .title { display: flex; align-items: center; gap: .625rem; min-width: 0; margin-inline-end: auto; font-weight: 700; overflow-wrap: anywhere }
.bar img { height: 2rem; width: auto } .bar .tools { flex: none; margin: 0 }
.bar nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; color: var(--quiet) } .bar nav a { padding-block: .5rem }
.bar a:hover, .end a:hover, .chapters a:hover, .overview a:hover, .bar [aria-current] { color: var(--ink); text-decoration: underline }
.book { flex: 1; width: 100%; max-width: 96rem; margin-inline: auto } .book main { max-width: none; margin: 0; padding-inline: clamp(1rem, 3vw, 3.5rem) }
.book :is(.post, .plain, .front) { max-width: 76rem; margin-inline: 0; padding-top: 2rem }
.book .post { display: grid; grid-template-columns: minmax(0, 1fr); --measure: 46rem }
.book .post > * { grid-column: 1; width: 100%; max-width: var(--measure) }
.book .prose { --bleed: 0px } .book .example { display: block }
.book h1 { font-size: clamp(1.75rem, 1.4rem + 1.4vw, 2.375rem); letter-spacing: -.02em }
[dir="rtl"] .book :is(h1, h2, li, .summary) { text-align: right }
.book :is(h2, h3) { scroll-margin-top: 5rem }
.chapters { font-size: .9375rem; line-height: 1.4; border-bottom: 1px solid var(--rule); padding: .25rem clamp(1rem, 3vw, 3rem) }
.chapters summary { cursor: pointer; font-weight: 600; padding-block: .5rem }
.chapters ol { list-style: none; margin: 0 0 1rem; padding: 0; border-inline-start: 1px solid var(--rule) }
.chapters li a { display: block; margin-inline-start: -1px; padding: .375rem .875rem; border-inline-start: 2px solid transparent; color: var(--quiet) }
.chapters li [aria-current] { color: var(--link); border-color: var(--link); font-weight: 600 }
.welcome { max-width: 46rem; padding-block: clamp(2rem, 6vw, 4.5rem) }
.book .welcome h1 { font-size: clamp(2.25rem, 1.6rem + 3vw, 3.5rem) }
.start { display: inline-block; margin-top: .5rem; padding: .7rem 1.25rem; border-radius: .375rem; background: var(--link); color: var(--paper); font-weight: 600; line-height: 1.4 }
.overview { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1.25rem; max-width: 76rem }
.overview section { padding: 1.25rem 1.5rem; border: 1px solid var(--rule); border-radius: .5rem; background: var(--raised); font-size: .9375rem }
.overview h2 { font-size: 1.125rem } .overview ol { margin: .75rem 0 0; padding-inline-start: 1.25rem; line-height: 1.4 }
.overview li { padding-block: .3rem } .overview ::marker { color: var(--quiet) }
.turn { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 1rem }
.turn a { padding: .875rem 1.125rem; border: 1px solid var(--edge); border-radius: .5rem; color: var(--link); font-weight: 600 }
.turn a:hover { border-color: var(--link) } .turn [rel=next] { text-align: end } .turn small { display: block; color: var(--quiet); font-weight: 400 }
.end { padding-block: 1.25rem 2rem; margin-top: 4rem; border-top: 1px solid var(--rule); font-size: .875rem; color: var(--quiet) }
.end nav { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem } .end a { padding-block: .25rem }
@media (max-width: 46rem) { .bar { position: static; display: grid; grid-template-columns: minmax(0, 1fr) auto } .bar nav { order: 1; grid-column: 1 / -1 } }
@media (min-width: 56rem) { .book { display: grid; grid-template-columns: 18rem minmax(0, 1fr) }
  .chapters { position: sticky; top: 3.5rem; height: calc(100vh - 3.5rem); overflow-y: auto; border: 0; border-inline-end: 1px solid var(--rule); padding: 1.25rem }
  @supports selector(::details-content) { .chapters > summary { display: none } .chapters::details-content { content-visibility: visible } } }
@media (min-width: 75rem) { .book .post:has(> .contents) { grid-template-columns: minmax(0, 46rem) 14rem; column-gap: 4rem }
  .book .post > .contents { grid-area: 1 / 2 / span 4; top: 5.5rem } }
@media print { .bar nav, .chapters, .turn, .end nav { display: none } .bar { position: static } .book { display: block } }
`

/** Documentation: a chapter for each series. @type {Partial<import('citable/theme').Theme>} */
export const handbook = { body, home, post, styles }
