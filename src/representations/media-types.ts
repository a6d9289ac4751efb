export const mediaTypes = {
  html: 'text/html; charset=utf-8',
  // RFC 7763 §2 requires the charset; JSON has none (RFC 8259 §11).
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json',
  serverCard: 'application/mcp-server-card+json',
  yaml: 'application/yaml',
  xml: 'application/xml',
  bibtex: 'application/x-bibtex; charset=utf-8',
  linkset: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  atom: 'application/atom+xml',
  jsonFeed: 'application/feed+json',
  csl: 'application/vnd.citationstyles.csl+json',
  text: 'text/plain; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const

/** A map, since an ending is whatever an author wrote: `x.constructor`. */
const byExtension: ReadonlyMap<string, string> = new Map(
  Object.entries({
    avif: 'image/avif',
    bib: mediaTypes.bibtex,
    css: mediaTypes.css,
    'csl.json': mediaTypes.csl,
    csv: 'text/csv; charset=utf-8',
    gif: 'image/gif',
    ico: 'image/x-icon',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    js: mediaTypes.script,
    json: mediaTypes.json,
    md: mediaTypes.markdown,
    mp3: 'audio/mpeg',
    mp4: 'video/mp4',
    pdf: 'application/pdf',
    png: 'image/png',
    svg: 'image/svg+xml',
    tsv: 'text/tab-separated-values; charset=utf-8',
    txt: mediaTypes.text,
    webm: 'video/webm',
    webp: 'image/webp',
    woff2: 'font/woff2',
    xml: mediaTypes.xml,
    yaml: mediaTypes.yaml,
  }),
)

export function mediaTypeOf(path: string): string {
  return byExtension.get(endingOf(path)) ?? 'application/octet-stream'
}

/** What the type of a file is told by: the last part of its name, or two where they mean more than the last. */
export function endingOf(path: string): string {
  const [, two = '', one = two] = /\.(\w+\.(\w+)|\w+)$/.exec(path.toLowerCase()) ?? []
  return byExtension.has(two) ? two : one
}
