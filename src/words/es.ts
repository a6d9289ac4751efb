import type { Words } from './words.ts'

export const es: Words = {
  direction: 'ltr',
  months: [
    ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre'],
    ...['octubre', 'noviembre', 'diciembre'],
  ],
  day: (date, month, year) => `${date} de ${month} de ${year}`,
  month: (month, year) => `${month} de ${year}`,
  and: (names) =>
    names.length < 3 ? names.join(' y ') : `${names.slice(0, -1).join(', ')} y ${names.at(-1)}`,
  readingTime: (minutes) => `${minutes} min de lectura`,
  posts: (count) => (count === 1 ? '1 artículo' : `${count} artículos`),

  skip: 'Saltar al contenido',
  forPrograms: 'Los programas encuentran todas las páginas y artículos en',
  site: 'Sitio',
  search: 'Buscar',
  years: 'Archivo',
  series: 'Series',
  tags: 'Temas',
  developers: 'Desarrolladores',
  contact: 'Contacto',
  privacy: 'Privacidad y condiciones',
  sources: 'Código fuente',
  feed: 'Canal',

  newest: 'Recientes',
  earlier: 'Anteriores',
  allPosts: (count) => `Los ${count} artículos, por año`,
  everyForm: 'Cada artículo está también en Markdown y JSON, para programas y agentes:',
  contents: 'Contenido',
  revised: 'Revisado el',
  previous: 'Anterior',
  next: 'Siguiente',
  related: 'Relacionados',
  alsoAs: 'Este artículo en',
  cite: 'Citar',
  originally: 'Publicado primero en',

  breadcrumb: 'Ruta de navegación',
  results: {
    title: (asked) => `Búsqueda: ${asked}`,
    inSection: 'En',
    previous: 'Resultados anteriores',
    more: 'Más resultados',
    address: (label, url) => `${label}: ${url}`,
    count: (total) =>
      total === 0 ? 'No hay resultados' : total === 1 ? '1 resultado' : `${total} resultados`,
    noPage: (page) => `No hay página ${page} de estos resultados.`,
    noWords: 'La consulta no contiene palabras que buscar.',
    cut: (characters) => `Solo se han leído los primeros ${characters} caracteres de la consulta.`,
    replaced: (term, by) => `«${term}» no aparece en ningún artículo; se ha buscado ${quoted(by)}.`,
    nowhere: (terms) => `Sin resultados para ${quoted(terms)}.`,
    frequent:
      'La frase se compone de palabras frecuentes: solo se ha buscado en los artículos más relevantes.',
  },

  lists: {
    titles: {
      time: (time) => `Artículos de ${time}`,
      undated: 'Artículos sin fecha',
      series: (label) => `Serie: ${label}`,
      tag: (tag) => `Tema: ${tag}`,
    },
    undated: 'Sin fecha',
    part: (number) => `parte ${number}`,
    range: (from, to) => `${from} – ${to}`,
    posts: ({ count, publication, kind, name, span }) => {
      const what = { time: name, undated: 'sin fecha', series: `serie ${name}`, tag: `tema ${name}` }[kind]
      const when = span && (span[0] === span[1] ? span[0] : `del ${span[0]} al ${span[1]}`)
      return `${publication}, ${what}: ${es.posts(count)}${when ? ` (${when})` : ''}.`
    },
    newest: (title, date) => `El más reciente: ${title}${date && `, ${date}`}.`,
    headings: {
      posts: 'Artículos',
      all: 'Todo',
      newest: 'Lo más reciente',
      mostPosts: 'Más usados',
      more: 'Explorar',
    },
    by: { years: 'Artículos por año', 'all series': 'Artículos por serie', tags: 'Artículos por tema' },
    count: {
      years: (count) => (count === 1 ? '1 año' : `${count} años`),
      'all series': (count) => (count === 1 ? '1 serie' : `${count} series`),
      tags: (count) => (count === 1 ? '1 tema' : `${count} temas`),
    },
  },

  copy: 'Copiar',
  copied: 'Copiado',
  copyLink: 'Copiar enlace a este pasaje',
  theme: 'Tema',
  themes: { auto: 'sistema', light: 'claro', dark: 'oscuro' },
}

const quoted = (terms: readonly string[]) => terms.map((term) => `«${term}»`).join(', ')
