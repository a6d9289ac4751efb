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
  sources: 'Sources',
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

  breadcrumb: 'Fil d’Ariane',
  results: {
    title: (asked) => `Recherche : ${asked}`,
    inSection: 'Dans',
    previous: 'Résultats précédents',
    more: 'Résultats suivants',
    address: (label, url) => `${label} : ${url}`,
    count: (total) => (total === 0 ? 'Aucun résultat' : total === 1 ? '1 résultat' : `${total} résultats`),
    noPage: (page) => `Ces résultats n’ont pas de page ${page}.`,
    noWords: 'La requête ne contient aucun mot à rechercher.',
    cut: (characters) => `Seuls les ${characters} premiers caractères de la requête ont été lus.`,
    replaced: (term, by) => `${quoted([term])} n’apparaît nulle part ; recherche faite avec ${quoted(by)}.`,
    nowhere: (terms) => `Aucun résultat pour ${quoted(terms)}.`,
    frequent:
      'L’expression est faite de mots fréquents : elle n’a été cherchée que dans les articles les plus pertinents.',
  },

  lists: {
    titles: {
      time: (time) => `Articles : ${time}`,
      undated: 'Articles sans date',
      series: (label) => `Série : ${label}`,
      tag: (tag) => `Sujet : ${tag}`,
    },
    undated: 'Sans date',
    part: (number) => `partie ${number}`,
    range: (from, to) => `${from} – ${to}`,
    posts: ({ count, publication, kind, name, span }) => {
      const what = { time: name, undated: 'sans date', series: `série ${name}`, tag: `sujet ${name}` }[kind]
      const when = span && (span[0] === span[1] ? span[0] : `du ${span[0]} au ${span[1]}`)
      return `${publication}, ${what} : ${fr.posts(count)}${when ? ` (${when})` : ''}.`
    },
    newest: (title, date) => `Le plus récent : ${title}${date && `, ${date}`}.`,
    headings: {
      posts: 'Articles',
      all: 'Tout',
      newest: 'Derniers articles',
      mostPosts: 'Les plus fréquents',
      more: 'Parcourir',
    },
    by: { years: 'Articles par année', 'all series': 'Articles par série', tags: 'Articles par sujet' },
    count: {
      years: (count) => (count < 2 ? `${count} année` : `${count} années`),
      'all series': (count) => (count < 2 ? `${count} série` : `${count} séries`),
      tags: (count) => (count < 2 ? `${count} sujet` : `${count} sujets`),
    },
  },

  copy: 'Copier',
  copied: 'Copié',
  copyLink: 'Copier le lien vers ce passage',
  theme: 'Thème',
  themes: { auto: 'système', light: 'clair', dark: 'sombre' },
}

const quoted = (terms: readonly string[]) => terms.map((term) => `«\u00a0${term}\u00a0»`).join(', ')
