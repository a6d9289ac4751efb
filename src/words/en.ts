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

  inSection: 'In',
  previousResults: 'Previous results',
  moreResults: 'More results',

  copy: 'Copy',
  copied: 'Copied',
  copyLink: 'Copy link to this passage',
  theme: 'Colours',
  themes: { auto: 'as the system’s', light: 'light', dark: 'dark' },
}
