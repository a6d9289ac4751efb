/** The text of an XML document; undefined for what cannot be decoded. */
export function decodeXmlBytes(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(xmlEncoding(bytes), { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** What the first bytes of an XML document say: by a mark, or by name. */
export function xmlEncoding(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 200))
  const mark = /^(?:\xff\xfe|\xfe\xff)/.exec(start)?.[0]
  if (mark !== undefined) return mark === '\xff\xfe' ? 'utf-16le' : 'utf-16be'
  return /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8'
}
