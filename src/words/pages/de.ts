import type { PageWords } from './pages.ts'

export const de: PageWords = {
  search: {
    summary: (publication) =>
      `Volltextsuche in den Beiträgen von ${publication}; jeder Treffer zitiert die passenden Stellen.`,
    text: (
      template,
    ) => `Geben Sie ein paar Wörter zum Thema ein, in beliebiger Reihenfolge und Form. Wörter in Anführungszeichen werden genau so gesucht,
wie sie dastehen: \`"entity tag"\`. Kommt ein Wort nirgends vor, wird nach einem gesucht, das ebenso beginnt oder ähnlich geschrieben wird; die Trefferliste weist darauf hin.

Programme rufen \`${template}\` ab und erhalten dieselben Treffer als Markdown.`,
  },
  results: {
    title: 'Suchergebnisse',
    summary: (publication) => `Passende Beiträge von ${publication}, mit den passenden Stellen.`,
    closing:
      'Jeder Beitrag ist als Markdown abrufbar: Adresse der Seite mit angehängtem `.md`. Wer daraus zitiert, nennt Autor, Titel und URL.',
  },
  contact: {
    summary: (publication) =>
      `Wer ${publication} herausgibt und wohin sich Korrekturen und Fragen richten lassen.`,
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
    privacy: (
      isSearchable,
    ) => `Das Archiv setzt keine Cookies und verlangt keine Anmeldung. Es ist nur zum Lesen da: Eingaben nimmt es nicht entgegen.${
      isSearchable
        ? ' Suchbegriffe sind Teil der Adresse der Trefferliste und werden mit ihr an den Server übertragen.'
        : ''
    } Seine Seiten laden von
anderen Servern nichts außer den Bildern und Aufnahmen, die Beiträge zeigen. Ihr einziges Skript, ohne das sie ebenso gut funktionieren, merkt sich die
Farbwahl auf dem Gerät des Lesers und gibt nichts weiter.`,
    weekly: 'Das Archiv ändert sich etwa einmal pro Woche.',
    caching: `Bewahren Sie Abgerufenes mindestens eine Stunde lang auf und senden Sie danach dessen \`ETag\` mit:
Ein unverändertes Dokument kostet dann nur eine kurze Antwort.`,
    headings: { privacy: 'Datenschutz', terms: 'Nutzungsbedingungen', caching: 'Zwischenspeichern' },
  },
  terms: `Frei für jede Nutzung, auch die kommerzielle. Es gibt kein Kontingent, keinen Schlüssel und keine Pflicht zur Namensnennung im Code.

Ein Programm, das einen Beitrag zitiert, nennt dessen Autor, Titel und kanonische URL. Ein Programm, das einen Messwert aus einem Beitrag zitiert,
nennt die Primärquelle, die der Beitrag angibt. Die Markdown-Fassung jedes Beitrags enthält in ihrem Front Matter alles, was ein Zitat braucht.`,
}
