import type { PageWords, Words } from './words.ts'

export const fr: Words = {
  direction: 'ltr',
  months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
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
  authors: 'Auteurs',
  developers: 'Développeurs',
  contact: 'Contact',
  privacy: 'Confidentialité et conditions',
  sources: 'Sources',
  feed: 'S’abonner',
  play: 'Lire ici',
  aboutFeed:
    'Ceci est un flux. Copiez l’adresse de cette page dans votre lecteur de flux pour recevoir les nouveaux articles.',

  newest: 'Récents',
  earlier: 'Articles précédents',
  allPosts: (count) => `Les ${count} articles`,
  contents: 'Sommaire',
  revised: 'Révisé le',
  previous: 'Précédent',
  next: 'Suivant',
  related: 'À lire aussi',
  alsoAs: 'Cet article en',
  cite: 'Citer cet article',
  originally: 'Paru d’abord sur',

  alerts: {
    note: 'Remarque',
    tip: 'Astuce',
    important: 'Important',
    warning: 'Avertissement',
    caution: 'Attention',
  },
  tasks: { open: 'Tâche à faire', done: 'Tâche terminée' },
  breadcrumb: 'Fil d’Ariane',
  results: {
    title: (words) => `Recherche : ${words}`,
    previous: 'Résultats précédents',
    more: 'Résultats suivants',
    withoutQuotes: 'Rechercher sans guillemets',
    address: (label, url) => `${label} : ${url}`,
    count: (total) => (total === 0 ? 'Aucun résultat' : total === 1 ? '1 résultat' : `${total} résultats`),
    noPage: (page) => `Ces résultats n’ont pas de page ${page}.`,
    noWords: 'La requête ne contient aucun mot à rechercher.',
    cut: (characters) => `Seuls les ${characters} premiers caractères de la requête ont été lus.`,
    replaced: (term, by) => `${quoted([term])} n’apparaît nulle part ; recherche faite avec ${quoted(by)}.`,
    nowhere: (terms) => `Aucun résultat pour ${quoted(terms)}.`,
    thisYear: (year: string) =>
      `« Cette année » a été compris comme ${year}, l’année de l’article le plus récent.`,
    frequent:
      'L’expression est faite de mots fréquents : elle n’a été cherchée que dans les articles les plus pertinents.',
  },

  lists: {
    titles: {
      time: (time) => `Articles : ${time}`,
      undated: 'Articles sans date',
      series: (label) => `Série : ${label}`,
      tag: (tag) => `Sujet : ${tag}`,
      author: (name) => name,
    },
    undated: 'Sans date',
    part: (number) => `partie ${number}`,
    range: (from, to) => `${from} – ${to}`,
    posts: ({ count, publication, kind, name, span }) => {
      const what = {
        time: name,
        undated: 'sans date',
        series: `série ${name}`,
        tag: `sujet ${name}`,
        author: `par ${name}`,
      }[kind]
      const when = span && (span[0] === span[1] ? span[0] : `du ${span[0]} au ${span[1]}`)
      return `${publication}, ${what} : ${fr.posts(count)}${when ? ` (${when})` : ''}.`
    },
    headings: {
      posts: 'Articles',
      all: 'Tout',
      newest: 'Derniers articles',
      mostPosts: 'Les plus fréquents',
    },
    more: 'Parcourir',
    by: {
      years: 'Articles par année',
      'all series': 'Articles par série',
      tags: 'Articles par sujet',
      authors: 'Articles par auteur',
    },
    count: {
      'all series': (count) => (count < 2 ? `${count} série` : `${count} séries`),
      tags: (count) => (count < 2 ? `${count} sujet` : `${count} sujets`),
      authors: (count) => (count < 2 ? `${count} auteur` : `${count} auteurs`),
    },
  },

  copy: 'Copier',
  copied: 'Copié',
  copyLink: 'Copier le lien vers ce passage',
  theme: 'Thème',
  themes: { auto: 'système', light: 'clair', dark: 'sombre' },
}

const quoted = (terms: readonly string[]) => terms.map((term) => `«\u00a0${term}\u00a0»`).join(', ')

export const frPages: PageWords = {
  search: {
    summary: (publication) =>
      `Recherche en texte intégral dans les articles de ${publication} ; chaque résultat cite les passages trouvés.`,
    text: `Saisissez quelques mots sur le sujet, dans n’importe quel ordre et sous n’importe quelle forme. Les mots entre guillemets sont recherchés
tels quels : \`"entity tag"\`. Un mot introuvable est remplacé par un mot qui commence ou s’écrit presque de la même façon ; les résultats le signalent.`,
    programs: (template) =>
      `Les programmes demandent \`${template}\` et reçoivent les mêmes résultats en Markdown.`,
    inBrowser: 'La recherche s’exécute ici dans le navigateur et nécessite JavaScript.',
  },
  results: {
    title: 'Résultats de la recherche',
    summary: (publication) => `Articles de ${publication} qui correspondent, avec les passages trouvés.`,
    closing:
      'Un article est disponible en Markdown à l’adresse de sa page suivie de `.md`. Si vous le citez, indiquez son auteur, son titre et son URL.',
  },
  contact: {
    summary: (publication, isReachable) =>
      `Qui publie ${publication}${isReachable ? ', et à qui adresser une correction ou une question' : ''}.`,
    publisher: (publication, name) => `${publication} est publié par ${name}.`,
    email: (address) => `Par courriel : ${address}`,
    web: (address) => `Sur le web : ${address}`,
    neither: 'Ni adresse électronique ni page web ne sont indiquées.',
    corrections:
      'Une correction est d’autant plus utile qu’elle indique l’adresse de l’article, la phrase actuelle et une source qui montre l’erreur.',
  },
  privacy: {
    summary: (publication) =>
      `Ce que ${publication} sait de ses lecteurs, et ce qu’ils peuvent faire de ce qu’ils y lisent.`,
    privacy: `Ce site ne dépose aucun cookie et ne demande à personne de s’identifier. Il est en lecture seule : on ne peut rien lui envoyer. Les mots recherchés font partie de l’adresse des résultats et sont transmis au serveur avec elle. Ses pages ne chargent
rien d’autres serveurs, hormis les images et les enregistrements que montrent les articles ; leur unique script, dont elles peuvent se passer, garde le choix des couleurs
sur l’appareil du lecteur et ne communique rien à personne.`,
    hosts: (hosts) =>
      `L’éditeur a ajouté des contenus que les pages chargent aussi depuis ${hosts} ; les règles de confidentialité de ces services s’y appliquent.`,
    players: 'Une vidéo n’est chargée depuis son hébergeur que lorsque vous la lancez.',
    weekly: 'Le contenu change environ une fois par semaine.',
    caching: `Conservez ce que vous récupérez pendant au moins une heure, puis renvoyez son \`ETag\` :
un document inchangé ne coûte qu’une courte réponse.`,
    headings: { privacy: 'Confidentialité', terms: 'Conditions d’utilisation', caching: 'Mise en cache' },
  },
  noTerms: `L’éditeur n’a pas indiqué de conditions d’utilisation : rien n’est accordé au-delà de ce que la loi permet. Demandez avant de réutiliser les textes.

Un programme qui cite un article indique son auteur, son titre et son URL canonique.`,
}
