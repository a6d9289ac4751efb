import type { PageWords } from './pages.ts'

export const es: PageWords = {
  search: {
    summary: (publication) =>
      `Búsqueda de texto completo en los artículos de ${publication}; cada resultado cita los pasajes encontrados.`,
    text: (
      template,
    ) => `Escriba unas palabras sobre el tema, en cualquier orden y forma. Las palabras entre comillas se buscan exactamente como están:
\`"entity tag"\`. Si una palabra no aparece en ningún artículo, se busca otra que empiece igual o se escriba de forma parecida, y los resultados lo indican.

Los programas piden \`${template}\` y reciben los mismos resultados en Markdown.`,
  },
  results: {
    title: 'Resultados de la búsqueda',
    summary: (publication) => `Artículos de ${publication} que coinciden, con los pasajes encontrados.`,
    closing:
      'Cada artículo está en Markdown en la dirección de su página con `.md` al final. Si lo cita, indique su autor, su título y su URL.',
  },
  contact: {
    summary: (publication) => `Quién publica ${publication} y adónde enviar una corrección o una pregunta.`,
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
    privacy: (
      isSearchable,
    ) => `Este sitio no usa cookies ni pide a nadie que se identifique. Es de solo lectura: no hay nada que enviarle.${
      isSearchable
        ? ' Lo que se busca forma parte de la dirección de los resultados y llega con ella al servidor.'
        : ''
    } Sus páginas no cargan
nada de otros servidores, salvo las imágenes y grabaciones que muestran los artículos; su único script, sin el cual funcionan igual de bien, guarda los colores elegidos
en el dispositivo del lector y no comunica nada a nadie.`,
    weekly: 'El contenido cambia más o menos una vez por semana.',
    caching: `Guarde lo que obtenga al menos una hora y después envíe su \`ETag\`:
un documento sin cambios cuesta solo una respuesta breve.`,
    headings: { privacy: 'Privacidad', terms: 'Condiciones de uso', caching: 'Almacenamiento en caché' },
  },
  terms: `Libre para cualquier uso, incluido el comercial. No hay cuota, ni clave, ni obligación de atribución en el código.

Un programa que cita un artículo indica su autor, su título y su URL canónica. Un programa que cita el resultado de una medición publicado en un artículo
cita la fuente primaria que el artículo nombra. La versión Markdown de cada artículo lleva en su cabecera todo lo que necesita una cita.`,
}
