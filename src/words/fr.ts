import type { Words } from './words.ts'

export const fr: Words = {
  direction: 'ltr',
  months: [
    ...['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre'],
    ...['octobre', 'novembre', 'décembre'],
  ],
  day: (date, month, year) => `${date === 1 ? '1er' : date} ${month} ${year}`,
  month: (month, year) => `${month} ${year}`,
  and: (names) =>
    names.length < 3 ? names.join(' et ') : `${names.slice(0, -1).join(', ')} et ${names.at(-1)}`,
  readingTime: (minutes) => `${minutes} min de lecture`,
  posts: (count) => (count < 2 ? `${count} article` : `${count} articles`),

  skip: 'Aller au contenu',
  forPrograms: 'Les programmes trouvent toutes les pages et tous les articles dans',
  site: 'Site',
  search: 'Recherche',
  years: 'Archives',
  series: 'Séries',
  tags: 'Sujets',
  developers: 'Développeurs',
  contact: 'Contact',
  privacy: 'Confidentialité et conditions',
  feed: 'Flux',

  newest: 'Récents',
  earlier: 'Articles précédents',
  allPosts: (count) => `Les ${count} articles, par année`,
  everyForm: 'Chaque article existe aussi en Markdown et en JSON, pour les programmes et les agents :',
  contents: 'Sommaire',
  revised: 'Révisé le',
  previous: 'Précédent',
  next: 'Suivant',
  related: 'À lire aussi',
  alsoAs: 'Cet article en',
  cite: 'Citer cet article',
  originally: 'Paru d’abord sur',

  inSection: 'Dans',
  previousResults: 'Résultats précédents',
  moreResults: 'Résultats suivants',

  copy: 'Copier',
  copied: 'Copié',
  copyLink: 'Copier le lien vers ce passage',
  theme: 'Couleurs',
  themes: { auto: 'du système', light: 'claires', dark: 'sombres' },
}
