import type { PageWords, Words } from './words.ts'

export const es: Words = {
  direction: 'ltr',
  months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  ),
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
  authors: 'Autores',
  developers: 'Desarrolladores',
  contact: 'Contacto',
  privacy: 'Privacidad y condiciones',
  sources: 'Código fuente',
  feed: 'Suscribirse',
  play: 'Reproducir aquí',
  aboutFeed:
    'Esto es un canal. Copie la dirección de esta página en su lector de canales para recibir los artículos nuevos.',

  newest: 'Recientes',
  earlier: 'Anteriores',
  allPosts: (count) => `Los ${count} artículos`,
  contents: 'Contenido',
  revised: 'Revisado el',
  previous: 'Anterior',
  next: 'Siguiente',
  related: 'Relacionados',
  alsoAs: 'Este artículo en',
  cite: 'Citar',
  originally: 'Publicado primero en',

  alerts: {
    note: 'Nota',
    tip: 'Consejo',
    important: 'Importante',
    warning: 'Advertencia',
    caution: 'Precaución',
  },
  tasks: { open: 'Tarea pendiente', done: 'Tarea completada' },
  breadcrumb: 'Ruta de navegación',
  results: {
    title: (words) => `Búsqueda: ${words}`,
    previous: 'Resultados anteriores',
    more: 'Más resultados',
    withoutQuotes: 'Buscar sin comillas',
    address: (label, url) => `${label}: ${url}`,
    count: (total) =>
      total === 0 ? 'No hay resultados' : total === 1 ? '1 resultado' : `${total} resultados`,
    noPage: (page) => `No hay página ${page} de estos resultados.`,
    noWords: 'La consulta no contiene palabras que buscar.',
    cut: (characters) => `Solo se han leído los primeros ${characters} caracteres de la consulta.`,
    replaced: (term, by) => `«${term}» no aparece en ningún artículo; se ha buscado ${quoted(by)}.`,
    nowhere: (terms) => `Sin resultados para ${quoted(terms)}.`,
    thisYear: (year: string) => `«Este año» se leyó como ${year}, el año de la entrada más reciente.`,
    frequent:
      'La frase se compone de palabras frecuentes: solo se ha buscado en los artículos más relevantes.',
  },

  lists: {
    titles: {
      time: (time) => `Artículos de ${time}`,
      undated: 'Artículos sin fecha',
      series: (label) => `Serie: ${label}`,
      tag: (tag) => `Tema: ${tag}`,
      author: (name) => name,
    },
    undated: 'Sin fecha',
    part: (number) => `parte ${number}`,
    range: (from, to) => `${from} – ${to}`,
    posts: ({ count, publication, kind, name, span }) => {
      const what = {
        time: name,
        undated: 'sin fecha',
        series: `serie ${name}`,
        tag: `tema ${name}`,
        author: `por ${name}`,
      }[kind]
      const when = span && (span[0] === span[1] ? span[0] : `del ${span[0]} al ${span[1]}`)
      return `${publication}, ${what}: ${es.posts(count)}${when ? ` (${when})` : ''}.`
    },
    headings: { posts: 'Artículos', all: 'Todo', newest: 'Lo más reciente', mostPosts: 'Más usados' },
    more: 'Explorar',
    by: {
      years: 'Artículos por año',
      'all series': 'Artículos por serie',
      tags: 'Artículos por tema',
      authors: 'Artículos por autor',
    },
    count: {
      'all series': (count) => (count === 1 ? '1 serie' : `${count} series`),
      tags: (count) => (count === 1 ? '1 tema' : `${count} temas`),
      authors: (count) => (count === 1 ? '1 autor' : `${count} autores`),
    },
  },

  copy: 'Copiar',
  copied: 'Copiado',
  copyLink: 'Copiar enlace a este pasaje',
  theme: 'Tema',
  themes: { auto: 'sistema', light: 'claro', dark: 'oscuro' },
}

const quoted = (terms: readonly string[]) => terms.map((term) => `«${term}»`).join(', ')

export const esPages: PageWords = {
  search: {
    summary: (publication) =>
      `Búsqueda de texto completo en los artículos de ${publication}; cada resultado cita los pasajes encontrados.`,
    text: `Escriba unas palabras sobre el tema, en cualquier orden y forma. Las palabras entre comillas se buscan exactamente como están:
\`"entity tag"\`. Si una palabra no aparece en ningún artículo, se busca otra que empiece igual o se escriba de forma parecida, y los resultados lo indican.`,
    programs: (template) =>
      `Los programas piden \`${template}\` y reciben los mismos resultados en Markdown.`,
    inBrowser: 'Aquí la búsqueda se ejecuta en el navegador y necesita JavaScript.',
  },
  results: {
    title: 'Resultados de la búsqueda',
    summary: (publication) => `Artículos de ${publication} que coinciden, con los pasajes encontrados.`,
    closing:
      'Cada artículo está en Markdown en la dirección de su página con `.md` al final. Si lo cita, indique su autor, su título y su URL.',
  },
  contact: {
    summary: (publication, isReachable) =>
      `Quién publica ${publication}${isReachable ? ' y adónde enviar una corrección o una pregunta' : ''}.`,
    publisher: (publication, name) => `${name} publica ${publication}.`,
    email: (address) => `Por correo electrónico: ${address}`,
    web: (address) => `En la web: ${address}`,
    neither: 'No se indica ninguna dirección de correo electrónico ni página web.',
    corrections:
      'Una corrección es más útil si incluye la dirección del artículo, la frase tal como está ahora y una fuente que demuestre el error.',
  },
  privacy: {
    summary: (publication) =>
      `Qué sabe ${publication} de sus lectores y qué pueden hacer ellos con lo que leen aquí.`,
    privacy: `Este sitio no usa cookies ni pide a nadie que se identifique. Es de solo lectura: no hay nada que enviarle. Lo que se busca forma parte de la dirección de los resultados y llega con ella al servidor. Sus páginas no cargan
nada de otros servidores, salvo las imágenes y grabaciones que muestran los artículos; su único script, sin el cual funcionan igual de bien, guarda los colores elegidos
en el dispositivo del lector y no comunica nada a nadie.`,
    hosts: (hosts) =>
      `El editor ha añadido contenidos que las páginas cargan también de ${hosts}; a ellos se aplican las normas de privacidad de esos servicios.`,
    players: 'Un vídeo se carga de su servidor solo cuando usted lo reproduce.',
    weekly: 'El contenido cambia más o menos una vez por semana.',
    caching: `Guarde lo que obtenga al menos una hora y después envíe su \`ETag\`:
un documento sin cambios cuesta solo una respuesta breve.`,
    headings: { privacy: 'Privacidad', terms: 'Condiciones de uso', caching: 'Almacenamiento en caché' },
  },
  noTerms: `El editor no ha indicado condiciones de uso: no se concede nada más allá de lo que permite la ley. Pregunte antes de reutilizar los textos.

Un programa que cita un artículo indica su autor, su título y su URL canónica.`,
}
