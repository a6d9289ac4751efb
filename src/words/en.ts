import type { Words } from './words.ts'

export const en: Words = {
  direction: 'ltr',
  months: [
    ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
    ...['October', 'November', 'December'],
  ],
  day: (date, month, year) => `${date} ${month} ${year}`,
  month: (month, year) => `${month} ${year}`,
  and: (names) =>
    names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`,
  readingTime: (minutes) => `${minutes} min read`,
  posts: (count) => (count === 1 ? '1 post' : `${count} posts`),

  skip: 'Skip to content',
  forPrograms: 'Programs find every page and post listed in',
  site: 'Site',
  search: 'Search',
  years: 'Archive',
  series: 'Series',
  tags: 'Tags',
  developers: 'Developers',
  contact: 'Contact',
  privacy: 'Privacy and terms',
  sources: 'Sources',
  feed: 'Feed',

  newest: 'Recent',
  earlier: 'Earlier',
  allPosts: (count) => `All ${count} posts, by year`,
  everyForm: 'Every post is also markdown and JSON, for programs and agents:',
  contents: 'Contents',
  revised: 'Revised',
  previous: 'Previous',
  next: 'Next',
  related: 'Related',
  alsoAs: 'This post as',
  cite: 'Cite this',
  originally: 'First published at',

  breadcrumb: 'Breadcrumb',
  results: {
    title: (asked) => `Search: ${asked}`,
    inSection: 'In',
    previous: 'Previous results',
    more: 'More results',
    address: (label, url) => `${label}: ${url}`,
    count: (total) => (total === 0 ? 'No results' : total === 1 ? '1 result' : `${total} results`),
    noPage: (page) => `There is no page ${page} of these results.`,
    noWords: 'It has no words to search for.',
    cut: (characters) => `Only the first ${characters} characters of the query were read.`,
    replaced: (term, by) => `No results for “${term}”; showing ${quoted(by)} instead.`,
    nowhere: (terms) => `No results for ${quoted(terms)}.`,
    frequent: 'The phrase is of frequent words: it was looked for in the best posts only.',
  },

  lists: {
    titles: {
      time: (time) => time,
      undated: 'Posts without a date',
      series: (label) => `Series: ${label}`,
      tag: (tag) => `Tag: ${tag}`,
    },
    undated: 'Without a date',
    part: (number) => `part ${number}`,
    range: (from, to) => `${from} to ${to}`,
    posts: ({ count, publication, kind, name, span }) => {
      const what = {
        time: `published in ${name}`,
        undated: 'without a date',
        series: `in the series ${name}`,
        tag: `tagged ${name}`,
      }[kind]
      const when = span && (span[0] === span[1] ? `on ${span[0]}` : `from ${span[0]} to ${span[1]}`)
      return `${en.posts(count)} of ${publication} ${what}${when ? `, published ${when}` : ''}.`
    },
    newest: (title, date) => `Newest: ${title}${date && `, ${date}`}.`,
    headings: { posts: 'Posts', all: 'All', newest: 'Newest', mostPosts: 'Most used', more: 'Browse' },
    by: { years: 'Posts by year', 'all series': 'Posts by series', tags: 'Posts by tag' },
    count: {
      years: (count) => (count === 1 ? '1 year' : `${count} years`),
      'all series': (count) => `${count} series`,
      tags: (count) => (count === 1 ? '1 tag' : `${count} tags`),
    },
  },

  copy: 'Copy',
  copied: 'Copied',
  copyLink: 'Copy link to this passage',
  theme: 'Theme',
  themes: { auto: 'system', light: 'light', dark: 'dark' },
}

const quoted = (terms: readonly string[]) => terms.map((term) => `“${term}”`).join(', ')
