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
  // Browsers apply the stylesheet only to plain XML; feed readers accept both types.
  feed: 'application/xml; charset=utf-8',
  jsonFeed: 'application/feed+json',
  csl: 'application/vnd.citationstyles.csl+json',
  text: 'text/plain; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const

/** A map, because a file may be called `x.constructor`. */
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

export const mediaTypeOf = (path: string): string =>
  byExtension.get(extensionOf(path)) ?? 'application/octet-stream'

/** Returns the file extension, or two of them if they are known together, such as `csl.json`. */
export function extensionOf(path: string): string {
  const [, two = '', last = two] = /\.(\w+\.(\w+)|\w+)$/.exec(path.toLowerCase()) ?? []
  return byExtension.has(two) ? two : last
}
