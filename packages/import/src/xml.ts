import { SaxesParser } from 'saxes'
import { escapeHtml, UsageError, xmlEncoding } from './engine.ts'
import type { ExportFiles } from './exported.ts'
import { limits, splitHint } from './limits.ts'

export interface XmlElement {
  /** With its prefix, except those of Atom and XHTML. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Own text; for XHTML content, the inner markup. */
  readonly text: string
}

const containers: ReadonlySet<string> = new Set(['rss', 'channel', 'feed', 'rdf:RDF'])

/** Streams the children of a feed's channel: exports have hundreds of megabytes. Expands only XML's five entities. */
export function* records(files: ExportFiles, path: string): Iterable<XmlElement> {
  const ready: XmlElement[] = []
  const open: OpenElement[] = []
  let length = 0
  let elements = 0
  const parser = new SaxesParser()
  const fail = (
    message: string,
    advice = 'Export again; if the file is complete, fix it at this position.',
  ): never => {
    throw new UsageError(`${path}:${parser.line}:${parser.column + 1}: ${message} ${advice}`)
  }
  parser.on('error', ({ message }) => {
    const problem = message.replace(/^(?:[^:]*:)?\d+:\d+: /, '')
    // Real exports contain `&nbsp;`; HTML parsing decodes it later.
    if (problem.startsWith('undefined entity')) return
    const last = open.at(-1)
    if (last && problem.startsWith('unclosed tag'))
      fail(`The file ends inside <${last.name}>, which starts on line ${last.line}.`)
    fail(`${problem[0]?.toUpperCase()}${problem.slice(1).replace(/\.?$/, '.')}`)
  })
  parser.on('opentag', (tag) => {
    if (++elements > limits.xmlElements)
      fail(`There are more than ${limits.xmlElements / 1e6} million elements.`, splitHint)
    const above = open.at(-1)
    const { attributes } = tag
    const isMarkup = above?.isMarkup === true || attributes['type'] === 'xhtml'
    // RSS channels often repeat their URL as `atom:link`.
    const name = tag.name.replace(/^(?:atom|xhtml):(?!link$)/, '')
    const element: OpenElement = { name, attributes, children: [], text: '', isMarkup, line: parser.line }
    if (!above && !containers.has(element.name))
      fail(`<${tag.name}> is neither a feed nor a WordPress export.`)
    // Containers do not keep their records.
    if (above && !containers.has(above.name)) above.children.push(element)
    else length = 0
    if (open.push(element) > limits.xmlDepth) fail(`Elements are nested more than ${limits.xmlDepth} deep.`)
  })
  parser.on('closetag', () => {
    const element = open.pop()
    const above = open.at(-1)
    if (!element || !above) return
    if (above.isMarkup) above.text += markup(element)
    if (!containers.has(above.name) || containers.has(element.name)) return
    ready.push(element)
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (!element || containers.has(element.name)) return
    element.text += element.isMarkup ? escapeHtml(text) : text
    length += text.length
    const record = open.find(({ name }) => !containers.has(name))
    const most = `${limits.recordLength / 1e6} million characters`
    if (record && length > limits.recordLength)
      fail(`<${record.name}>, which starts on line ${record.line}, is longer than ${most}.`)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  for (const text of decoded(files.chunks(path), path)) {
    parser.write(text)
    yield* ready.splice(0)
  }
  parser.close()
  yield* ready
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[]
  text: string
  /** RFC 4287 §3.1.1.3: XHTML content is elements, not text. */
  readonly isMarkup: boolean
  readonly line: number
}

/** Returns the text of the first child with this name, or ''. */
export const childText = (element: XmlElement, name: string): string =>
  element.children.find((child) => child.name === name)?.text.trim() ?? ''

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name)

function markup({ name, attributes, text }: XmlElement): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${pairs.join('')}>${text}</${name}>`
}

/** Control characters are invalid in XML, but exports contain some. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const invalidCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function* decoded(chunks: Iterable<Uint8Array>, path: string): Iterable<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  try {
    for (const chunk of chunks) {
      const isFirst = decoder === undefined
      decoder ??= new TextDecoder(xmlEncoding(chunk), { fatal: true })
      const text = decoder.decode(chunk, { stream: true }).replace(invalidCharacters, '')
      // Plug-ins print blank lines before the declaration.
      yield isFirst ? text.trimStart() : text
    }
    decoder?.decode()
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    throw new UsageError(`${path} does not match its declared encoding. Save it as UTF-8.`)
  }
}
