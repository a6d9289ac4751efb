import type { Words } from './words.ts'

export const de: Words = {
  direction: 'ltr',
  months: [
    ...['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September'],
    ...['Oktober', 'November', 'Dezember'],
  ],
  day: (date, month, year) => `${date}. ${month} ${year}`,
  month: (month, year) => `${month} ${year}`,
  and: (names) =>
    names.length < 3 ? names.join(' und ') : `${names.slice(0, -1).join(', ')} und ${names.at(-1)}`,
  readingTime: (minutes) => `${minutes} Min. Lesezeit`,
  posts: (count) => (count === 1 ? '1 Beitrag' : `${count} Beiträge`),

  skip: 'Zum Inhalt springen',
  forPrograms: 'Programme finden alle Seiten und Beiträge in',
  site: 'Website',
  search: 'Suche',
  years: 'Archiv',
  series: 'Reihen',
  tags: 'Schlagwörter',
  developers: 'Entwickler',
  contact: 'Kontakt',
  privacy: 'Datenschutz und Nutzung',
  feed: 'Feed',

  newest: 'Zuletzt',
  earlier: 'Frühere',
  allPosts: (count) => `Alle ${count} Beiträge nach Jahren`,
  everyForm: 'Jeder Beitrag ist auch Markdown und JSON, für Programme und Agenten:',
  contents: 'Inhalt',
  revised: 'Überarbeitet',
  previous: 'Zurück',
  next: 'Weiter',
  related: 'Verwandte Beiträge',
  alsoAs: 'Dieser Beitrag als',
  cite: 'Zitieren',
  originally: 'Zuerst erschienen unter',

  inSection: 'Unter',
  previousResults: 'Vorige Treffer',
  moreResults: 'Weitere Treffer',

  copy: 'Kopieren',
  copied: 'Kopiert',
  copyLink: 'Link zu dieser Stelle kopieren',
  theme: 'Farben',
  themes: { auto: 'wie im System', light: 'hell', dark: 'dunkel' },
}
