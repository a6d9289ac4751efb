import type { ListedPosts } from './words.ts'

const posts = (count: number) => (count === 1 ? '1 post' : `${count} posts`)

/** Of a publication that has not described itself. */
export const fallbackDescription = 'A publication archive that programs and agents can read and cite.'

/** Everything that pages say of their own accord. Every other language has the same keys. */
export const en = {
  /** Of its script. */
  direction: 'ltr' as 'ltr' | 'rtl',
  months: 'January February March April May June July August September October November December'.split(' '),
  day: (date: number, month: string, year: string) => `${date} ${month} ${year}`,
  month: (month: string, year: string) => `${month} ${year}`,
  /** Names as a sentence has them. */
  and: (names: readonly string[]) =>
    names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`,
  readingTime: (minutes: number) => `${minutes} min read`,
  posts,

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
  feed: 'Subscribe',
  play: 'Play here',
  aboutFeed: 'This is a feed. To get new posts, copy the address of this page into your feed reader.',

  newest: 'Recent',
  earlier: 'Earlier',
  allPosts: (count: number) => `All ${count} posts, by year`,
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
  /** Whatever is not ours, such as the words that were asked for, is given as it is to be shown. */
  results: {
    title: (asked: string) => `Search: ${asked}`,
    /** Before the heading that a result is found under. */
    previous: 'Previous results',
    more: 'More results',
    address: (label: string, url: string) => `${label}: ${url}`,
    count: (total: number) => (total === 0 ? 'No results' : total === 1 ? '1 result' : `${total} results`),
    noPage: (page: number) => `There is no page ${page} of these results.`,
    noWords: 'It has no words to search for.',
    cut: (characters: number) => `Only the first ${characters} characters of the query were read.`,
    replaced: (term: string, by: readonly string[]) =>
      `No results for “${term}”; showing ${quoted(by)} instead.`,
    nowhere: (terms: readonly string[]) => `No results for ${quoted(terms)}.`,
    /** A phrase that was not looked for everywhere. */
    frequent: 'The phrase is of frequent words: it was looked for in the best posts only.',
  },

  lists: {
    titles: {
      /** A year, or a month of it. */
      time: (time: string) => time,
      undated: 'Posts without a date',
      series: (label: string) => `Series: ${label}`,
      tag: (tag: string) => `Tag: ${tag}`,
    },
    undated: 'Without a date',
    part: (number: string) => `part ${number}`,
    range: (from: string, to: string) => `${from} to ${to}`,
    /** One sentence on the posts in a list. */
    posts: ({ count, publication, kind, name, span }: ListedPosts) => {
      const what = {
        time: `published in ${name}`,
        undated: 'without a date',
        series: `in the series ${name}`,
        tag: `tagged ${name}`,
      }[kind]
      const when = span && (span[0] === span[1] ? `on ${span[0]}` : `from ${span[0]} to ${span[1]}`)
      return `${posts(count)} of ${publication} ${what}${when ? `, published ${when}` : ''}.`
    },
    newest: (title: string, date: string) => `Newest: ${title}${date && `, ${date}`}.`,
    headings: { posts: 'Posts', all: 'All', newest: 'Newest', mostPosts: 'Most used', more: 'Browse' },
    /** What leads to an index. */
    by: { years: 'Posts by year', 'all series': 'Posts by series', tags: 'Posts by tag' },
    count: {
      years: (count: number) => (count === 1 ? '1 year' : `${count} years`),
      'all series': (count: number) => `${count} series`,
      tags: (count: number) => (count === 1 ? '1 tag' : `${count} tags`),
    },
  },

  copy: 'Copy',
  copied: 'Copied',
  copyLink: 'Copy link to this passage',
  theme: 'Theme',
  themes: { auto: 'system', light: 'light', dark: 'dark' },
}

const quoted = (terms: readonly string[]) => terms.map((term) => `“${term}”`).join(', ')

/** The texts of the pages that are made for every archive, in markdown; only a build needs them. */
export const enPages = {
  search: {
    summary: (publication: string) =>
      `Full-text search over the posts of ${publication}; each result quotes the passages that match.`,
    text: (
      template: string,
    ) => `Write a few words about the subject, in any order and any form. Words in quotes are looked for exactly as they are:
\`"entity tag"\`. A word that occurs nowhere is taken for one that begins or is spelt like it, and the results say so.

Programs ask for \`${template}\` and get the same results as markdown.`,
  },
  results: {
    title: 'Search results',
    summary: (publication: string) => `Posts of ${publication} that match, with the passages that do.`,
    closing:
      'A post is markdown at its page’s address with `.md` appended. When you quote one, cite its author, its title and its URL.',
  },
  contact: {
    summary: (publication: string) =>
      `Who publishes ${publication}, and how to reach them with a correction or a question.`,
    publisher: (publication: string, name: string) => `${publication} is published by ${name}.`,
    email: (address: string) => `By e-mail: ${address}`,
    web: (address: string) => `On the web: ${address}`,
    neither: 'The publisher gives neither an e-mail address nor a web page.',
    corrections:
      'A correction is most useful with the post’s address, the sentence as it is now, and a source that shows it is wrong.',
  },
  privacy: {
    summary: (publication: string) =>
      `What ${publication} knows about its readers, and what they may do with what they read here.`,
    privacy: (
      isSearchable: boolean,
    ) => `The archive sets no cookie and asks nobody to sign in. It is read-only: there is nothing to send to it.${
      isSearchable
        ? ' What is searched for is part of the address of the results, and goes to the server with it.'
        : ''
    } Its pages load nothing
from elsewhere but the pictures and recordings that posts show; their one script, without which they work as well, keeps a choice of colours on the
reader’s own machine and tells nobody.`,
    /** Where the archive's ids say so. */
    weekly: 'The archive changes about once a week.',
    caching: `Cache what you fetch for at least an hour, then send its \`ETag\` back:
an unchanged document costs one short answer.`,
    headings: { privacy: 'Privacy', terms: 'Terms', caching: 'Caching' },
  },
  /** Of an archive whose publisher has set none. */
  noTerms: `The publisher has not stated terms of use: nothing is granted beyond what the law allows. Ask before you reuse the texts.

A program that quotes a post cites its author, its title and its canonical URL.`,
}
