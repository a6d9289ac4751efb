import { html, link, type Theme } from '../../src/theme.ts'

/** Overrides every function of a theme, with as little as the contract asks of pages. */
export const bareTheme: Theme = {
  body: ({ kind, title, site, words, foot }, main) => html`<h1>${title}</h1>
${kind !== 'search' && html`<form role="search" action="${site.searchHref}"><input name="q"></form>`}
<main>${main}</main>
<hr>${foot?.text.length ?? 0} ${words.search}: ${[...site.nav, ...site.footer].map(link)}`,
  home: ({ recent, lead }, { site }) =>
    html`<p>home ${recent.length} ${lead?.label} ${site.posts().length}</p>`,
  post: ({ title, summary, authors, series, tags, body }) => html`<p>post ${title} by ${authors.length}</p>
<p>${summary} ${authors.map(({ label }) => label)} ${series && link(series)} ${tags.map(link)}</p>
${body}`,
  page: ({ title, body }) => html`<p>page ${title}</p>${body}`,
  list: ({ sections }, { href }) => {
    const items = sections.flatMap((section) => section.items)
    return html`<p>list ${items.map(({ label, path }) => link({ label, href: href(path) }))}</p>`
  },
  search: ({
    query,
    action,
    results,
  }) => html`<form role="search" action="${action}"><input name="q" value="${query}"></form>
${results}`,
  head: ({ kind }) => html`<meta name="kind" content="${kind}">`,
  styles: 'h1{color:red}',
}
