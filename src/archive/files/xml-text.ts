/** The text of an XML document, without a mark or declaration of an encoding that it will not have; undefined for what cannot be decoded. */
export function decodeXmlBytes(
  bytes: Uint8Array,
): { readonly text: string; readonly isUtf8: boolean } | undefined {
  const encoding = xmlEncoding(bytes)
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (/^utf-?8$/i.test(encoding)) return { text, isUtf8: !hasMark(bytes) }
    return { text: text.replace(/^<\?xml[^>]*\?>\s*/, ''), isUtf8: false }
  } catch {
    return undefined
  }
}

function hasMark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf
}

/** What the first bytes of an XML document say: by a mark, or by name. */
export function xmlEncoding(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 200))
  const mark = /^(?:\xff\xfe|\xfe\xff)/.exec(start)?.[0]
  if (mark !== undefined) return mark === '\xff\xfe' ? 'utf-16le' : 'utf-16be'
  return /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8'
}

/** A document with the entities that it declares as plain text written out, as old programs for drawing do, and the declaration left out. */
export function withoutEntities(source: string): string {
  const [declaration, declared = ''] = /<!DOCTYPE[^[>]{0,500}\[([^\]]{0,20000})\]\s*>/.exec(source) ?? []
  if (declaration === undefined) return source
  const entities = new Map<string, string>()
  for (const [, name = '', text = ''] of declared.matchAll(/<!ENTITY\s+([\w.-]+)\s+"([^"<&%]{0,200})"\s*>/g))
    entities.set(name, text)
  return source.replace(declaration, '').replace(/&([\w.-]+);/g, (whole, name) => entities.get(name) ?? whole)
}
