import type { MarkdownIt } from 'markdown-it'

/** `## Heading {#id}`, as Hugo, Jekyll, Zola and Docusaurus let authors name their anchors. */
export function headingIds(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'heading_ids', ({ tokens }) => {
    tokens.forEach((token, at) => {
      const opening = tokens[at - 1]
      if (token.type !== 'inline' || opening?.type !== 'heading_open') return
      const [written, id] =
        /[ \t]*\{:?[ \t]*#([\w:.-]+)[^}\n]{0,100}\}[ \t]*$/.exec(token.content.slice(-200)) ?? []
      if (written === undefined || id === undefined) return
      token.content = token.content.slice(0, token.content.length - written.length)
      opening.meta = { ...opening.meta, id }
    })
  })
}

export function ownId(meta: unknown): string | undefined {
  const id = (meta as { id?: unknown } | null)?.id
  return typeof id === 'string' ? id : undefined
}
