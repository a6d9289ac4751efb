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

  inSection: 'En',
  previousResults: 'Resultados anteriores',
  moreResults: 'Más resultados',

  copy: 'Copiar',
  copied: 'Copiado',
  copyLink: 'Copiar enlace a este pasaje',
  theme: 'Colores',
  themes: { auto: 'del sistema', light: 'claros', dark: 'oscuros' },
}
