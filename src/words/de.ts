import type { PageWords, Words } from './words.ts'

export const de: Words = {
  direction: 'ltr',
  months: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
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
  authors: 'Autoren',
  developers: 'Entwickler',
  contact: 'Kontakt',
  privacy: 'Datenschutz und Nutzung',
  sources: 'Quellen',
  feed: 'Abonnieren',
  play: 'Hier abspielen',
  aboutFeed:
    'Das ist ein Feed. Kopieren Sie die Adresse dieser Seite in Ihren Feedreader, um neue Beiträge zu erhalten.',

  newest: 'Zuletzt',
  earlier: 'Frühere',
  allPosts: (count) => `Alle ${count} Beiträge`,
  contents: 'Inhalt',
  revised: 'Überarbeitet',
  previous: 'Zurück',
  next: 'Weiter',
  related: 'Verwandte Beiträge',
  alsoAs: 'Dieser Beitrag als',
  cite: 'Zitieren',
  originally: 'Zuerst erschienen unter',

  alerts: { note: 'Hinweis', tip: 'Tipp', important: 'Wichtig', warning: 'Warnung', caution: 'Vorsicht' },
  tasks: { open: 'Offene Aufgabe', done: 'Erledigte Aufgabe' },
  breadcrumb: 'Sie sind hier',
  results: {
    title: (words) => `Suche: ${words}`,
    previous: 'Vorige Treffer',
    more: 'Weitere Treffer',
    withoutQuotes: 'Ohne Anführungszeichen suchen',
    address: (label, url) => `${label}: ${url}`,
    count: (total) => (total === 0 ? 'Keine Treffer' : `${total} Treffer`),
    noPage: (page) => `Eine Seite ${page} dieser Treffer gibt es nicht.`,
    noWords: 'Die Anfrage enthält keine Wörter, nach denen gesucht werden kann.',
    cut: (characters) => `Nur die ersten ${characters} Zeichen der Anfrage wurden gelesen.`,
    replaced: (term, by) => `„${term}“ kommt nirgends vor; gesucht wurde stattdessen nach ${quoted(by)}.`,
    nowhere: (terms) => `Keine Treffer für ${quoted(terms)}.`,
    thisYear: (year: string) => `„Dieses Jahr“ wurde als ${year} gelesen, das Jahr des neuesten Beitrags.`,
    frequent: 'Die Wortfolge besteht aus häufigen Wörtern und wurde nur in den besten Beiträgen gesucht.',
  },

  lists: {
    titles: {
      time: (time) => `Beiträge aus ${time}`,
      undated: 'Beiträge ohne Datum',
      series: (label) => `Reihe: ${label}`,
      tag: (tag) => `Schlagwort: ${tag}`,
      author: (name) => name,
    },
    undated: 'Ohne Datum',
    part: (number) => `Teil ${number}`,
    range: (from, to) => `${from} bis ${to}`,
    posts: ({ count, publication, kind, name, span }) => {
      const what = {
        time: name,
        undated: 'ohne Datum',
        series: `Reihe ${name}`,
        tag: `Schlagwort ${name}`,
        author: `von ${name}`,
      }[kind]
      const when = span && (span[0] === span[1] ? span[0] : `${span[0]} bis ${span[1]}`)
      return `${publication}, ${what}: ${de.posts(count)}${when ? ` (${when})` : ''}.`
    },
    headings: { posts: 'Beiträge', all: 'Alle', newest: 'Neueste', mostPosts: 'Am häufigsten' },
    more: 'Stöbern',
    by: {
      years: 'Beiträge nach Jahren',
      'all series': 'Beiträge nach Reihen',
      tags: 'Beiträge nach Schlagwörtern',
      authors: 'Beiträge nach Autoren',
    },
    count: {
      'all series': (count) => (count === 1 ? '1 Reihe' : `${count} Reihen`),
      tags: (count) => (count === 1 ? '1 Schlagwort' : `${count} Schlagwörter`),
      authors: (count) => (count === 1 ? '1 Autor' : `${count} Autoren`),
    },
  },

  copy: 'Kopieren',
  copied: 'Kopiert',
  copyLink: 'Link zu dieser Stelle kopieren',
  theme: 'Farbschema',
  themes: { auto: 'System', light: 'hell', dark: 'dunkel' },
}

const quoted = (terms: readonly string[]) => terms.map((term) => `„${term}“`).join(', ')

export const dePages: PageWords = {
  search: {
    summary: (publication) =>
      `Volltextsuche in den Beiträgen von ${publication}; jeder Treffer zitiert die passenden Stellen.`,
    text: `Geben Sie ein paar Wörter zum Thema ein, in beliebiger Reihenfolge und Form. Wörter in Anführungszeichen werden genau so gesucht,
wie sie dastehen: \`"entity tag"\`. Kommt ein Wort nirgends vor, wird nach einem gesucht, das ebenso beginnt oder ähnlich geschrieben wird; die Trefferliste weist darauf hin.`,
    programs: (template) => `Programme rufen \`${template}\` ab und erhalten dieselben Treffer als Markdown.`,
    inBrowser: 'Die Suche läuft hier im Browser und benötigt JavaScript.',
  },
  results: {
    title: 'Suchergebnisse',
    summary: (publication) => `Passende Beiträge von ${publication}, mit den passenden Stellen.`,
    closing:
      'Jeder Beitrag ist als Markdown abrufbar: Adresse der Seite mit angehängtem `.md`. Wer daraus zitiert, nennt Autor, Titel und URL.',
  },
  contact: {
    summary: (publication, isReachable) =>
      `Wer ${publication} herausgibt${isReachable ? ' und wohin sich Korrekturen und Fragen richten lassen' : ''}.`,
    publisher: (publication, name) => `${publication} wird von ${name} herausgegeben.`,
    email: (address) => `E-Mail: ${address}`,
    web: (address) => `Website: ${address}`,
    neither: 'Weder eine E-Mail-Adresse noch eine Website ist angegeben.',
    corrections:
      'Eine Korrektur hilft am meisten, wenn sie die Adresse des Beitrags, den Satz in seiner jetzigen Fassung und eine Quelle nennt, die ihn widerlegt.',
  },
  privacy: {
    summary: (publication) =>
      `Was ${publication} über seine Leser weiß und was sie mit dem Gelesenen tun dürfen.`,
    privacy: `Das Archiv setzt keine Cookies und verlangt keine Anmeldung. Es ist nur zum Lesen da: Eingaben nimmt es nicht entgegen. Suchbegriffe sind Teil der Adresse der Trefferliste und werden mit ihr an den Server übertragen. Seine Seiten laden von
anderen Servern nichts außer den Bildern und Aufnahmen, die Beiträge zeigen. Ihr einziges Skript, ohne das sie ebenso gut funktionieren, merkt sich die
Farbwahl auf dem Gerät des Lesers und gibt nichts weiter.`,
    hosts: (hosts) =>
      `Vom Herausgeber eingebundene Inhalte laden die Seiten außerdem von ${hosts}; dafür gelten die Datenschutzbestimmungen dieser Anbieter.`,
    players: 'Ein Video wird erst von seinem Anbieter geladen, wenn Sie es abspielen.',
    weekly: 'Das Archiv ändert sich etwa einmal pro Woche.',
    caching: `Bewahren Sie Abgerufenes mindestens eine Stunde lang auf und senden Sie danach dessen \`ETag\` mit:
Ein unverändertes Dokument kostet dann nur eine kurze Antwort.`,
    headings: { privacy: 'Datenschutz', terms: 'Nutzungsbedingungen', caching: 'Zwischenspeichern' },
  },
  noTerms: `Der Herausgeber hat keine Nutzungsbedingungen angegeben: Über das gesetzlich Erlaubte hinaus wird nichts gestattet. Fragen Sie, bevor Sie die Texte
weiterverwenden.

Ein Programm, das einen Beitrag zitiert, nennt dessen Autor, Titel und kanonische URL.`,
}
