import type { ListedPosts } from './words.ts'

const posts = (count: number) => (count === 1 ? '1 post' : `${count} posts`)

/** Every fixed string on pages. Each language has the same keys. */
export const en = {
  /** Direction of the script. */
  direction: 'ltr' as 'ltr' | 'rtl',
  months: 'January February March April May June July August September October November December'.split(' '),
  day: (date: number, month: string, year: string) => `${date} ${month} ${year}`,
  month: (month: string, year: string) => `${month} ${year}`,
  /** Joins names in a sentence. */
  and: (names: readonly string[]) =>
    names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`,
  readingTime: (minutes: number) => `${minutes} min read`,
  posts,

  skip: 'Skip to content',
  forPrograms: 'For programs, every page and post is listed in',
  site: 'Site',
  search: 'Search',
  years: 'Archive',
  series: 'Series',
  tags: 'Tags',
  authors: 'Authors',
  developers: 'Developers',
  contact: 'Contact',
  privacy: 'Privacy and terms',
  sources: 'Sources',
  feed: 'Subscribe',
  play: 'Play here',
  aboutFeed: 'This is a web feed. To subscribe, copy this page’s URL into your feed reader.',

  newest: 'Recent',
  earlier: 'Earlier',
  allPosts: (count: number) => `All ${count} posts`,
  contents: 'Contents',
  revised: 'Revised',
  previous: 'Previous',
  next: 'Next',
  related: 'Related',
  alsoAs: 'Also available as',
  cite: 'Cite this',
  originally: 'Originally published at',

  /** Titles of alerts, and labels of the boxes in task lists. */
  alerts: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
  tasks: { open: 'Open task', done: 'Completed task' },
  breadcrumb: 'Breadcrumb',
  /** Query words and other foreign text arrive escaped for display. */
  results: {
    title: (words: string) => `Search: ${words}`,
    previous: 'Previous results',
    more: 'More results',
    withoutQuotes: 'Search without quotation marks',
    address: (label: string, url: string) => `${label}: ${url}`,
    count: (total: number) => (total === 0 ? 'No results' : total === 1 ? '1 result' : `${total} results`),
    noPage: (page: number) => `There is no page ${page}.`,
    noWords: 'Enter at least one word to search for.',
    cut: (characters: number) => `Your query was cut to its first ${characters} characters.`,
    replaced: (term: string, by: readonly string[]) =>
      `“${term}” does not occur here; showing ${quoted(by)} instead.`,
    nowhere: (terms: readonly string[]) => `Not in this archive: ${quoted(terms)}.`,
    thisYear: (year: string) => `“This year” was read as ${year}, the year of the newest post.`,
    /** For a phrase that was only checked in the best matches. */
    frequent: 'This phrase has only common words, so only the best matches were checked for it.',
  },

  lists: {
    titles: {
      /** A year or month. */
      time: (time: string) => time,
      undated: 'Posts without a date',
      series: (label: string) => `Series: ${label}`,
      tag: (tag: string) => `Tag: ${tag}`,
      author: (name: string) => name,
    },
    undated: 'Without a date',
    part: (number: string) => `part ${number}`,
    range: (from: string, to: string) => `${from} to ${to}`,
    /** One sentence about the posts in a list. */
    posts: ({ count, publication, kind, name, span }: ListedPosts) => {
      const what = {
        time: `published in ${name}`,
        undated: 'without a date',
        series: `in the ${name} series`,
        tag: `tagged ${name}`,
        author: `by ${name}`,
      }[kind]
      const when = span && (span[0] === span[1] ? `on ${span[0]}` : `from ${span[0]} to ${span[1]}`)
      return `${posts(count)} from ${publication} ${what}${when ? `, published ${when}` : ''}.`
    },
    headings: { posts: 'Posts', all: 'All', newest: 'Newest', mostPosts: 'Most used' },
    /** Before links to the other indexes, in markdown. */
    more: 'Browse',
    /** Links to the indexes. */
    by: {
      years: 'Posts by year',
      'all series': 'Posts by series',
      tags: 'Posts by tag',
      authors: 'Posts by author',
    },
    count: {
      'all series': (count: number) => `${count} series`,
      tags: (count: number) => (count === 1 ? '1 tag' : `${count} tags`),
      authors: (count: number) => (count === 1 ? '1 author' : `${count} authors`),
    },
  },

  copy: 'Copy',
  copied: 'Copied',
  copyLink: 'Copy link to this passage',
  theme: 'Theme',
  themes: { auto: 'system', light: 'light', dark: 'dark' },
}

const quoted = (terms: readonly string[]) => terms.map((term) => `“${term}”`).join(', ')

/** Text of the standard pages, in markdown; only a build needs it. */
export const enPages = {
  search: {
    summary: (publication: string) => `Search ${publication}. Each result quotes the passages that match.`,
    text: `Enter a few words, in any order. To match a phrase exactly, put it in quotes:
\`"entity tag"\`. If a word has no match, the closest one is used instead.`,
    programs: (template: string) => `To get the same results as markdown, request \`${template}\`.`,
    /** For static hosts. */
    inBrowser: 'Search runs in your browser and needs JavaScript.',
  },
  results: {
    title: 'Search results',
    summary: (publication: string) => `Matching posts from ${publication}, with the passages that match.`,
    closing:
      'Append `.md` to a post’s URL to get it as markdown. When you quote a post, cite its author, title and URL.',
  },
  contact: {
    summary: (publication: string, isReachable: boolean) =>
      `Who publishes ${publication}${isReachable ? ', and how to send a correction or a question' : ''}.`,
    publisher: (publication: string, name: string) => `${publication} is published by ${name}.`,
    email: (address: string) => `Email: ${address}`,
    web: (address: string) => `Web: ${address}`,
    neither: 'The publisher lists no email address or website.',
    corrections: 'To report a mistake, send the post’s URL, the sentence, and a source for the correction.',
  },
  privacy: {
    summary: (publication: string) => `What data ${publication} collects, and how you may use its posts.`,
    privacy: `This site sets no cookies and has no accounts. When you search, your words are part of the URL, so the server sees them.
Pages load nothing from other hosts except the images, audio and video that posts embed. The site’s one script is optional;
it stores your theme in your browser and sends it nowhere.`,
    hosts: (hosts: string) =>
      `Pages also load content that the publisher has added from ${hosts}; those hosts’ privacy policies apply.`,
    players: 'A video loads from its host only when you press play.',
    /** With `rhythm: weekly`. */
    weekly: 'The archive changes about once a week.',
    caching: `Cache what you fetch for at least an hour, then revalidate it with its \`ETag\`:
if nothing changed, the response has no body.`,
    headings: { privacy: 'Privacy', terms: 'Terms', caching: 'Caching' },
  },
  /** If the publisher has set none. */
  noTerms: `The publisher has not stated terms of use, so you have only the rights the law gives you. Ask before you reuse a post.

When you quote a post, cite its author, title and canonical URL.`,
}
