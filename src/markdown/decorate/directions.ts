import type { Token } from 'markdown-it'
import type { Markdown } from '../markdown.ts'

/**
 * Says of each block in which direction it is read, by the first letter that has one; a block within another only where the two differ. A
 * browser could find out by `dir="auto"`, but not for a list or a quotation whose parts say it themselves. Only a body with letters that are
 * written from right to left needs any of it.
 */
export function setDirections({ source, tokens, texts }: Markdown): void {
  if (!rightToLeft.test(source)) return
  const open: Block[] = []
  for (const [at, token] of tokens.entries()) {
    if (blocks.has(token.type)) open.push({ token, direction: undefined })
    else if (token.type === 'inline') {
      const direction = directionOf(texts[at] ?? '')
      for (const block of open) block.direction ??= direction
    } else if (blocks.has(token.type.replace(/_close$/, '_open'))) {
      const block = open.pop()
      const direction = block?.direction
      if (direction && direction !== open.at(-1)?.direction) block.token.attrSet('dir', direction)
    } else if (token.type === 'fence' || token.type === 'code_block') token.attrSet('dir', 'ltr')
  }
}

interface Block {
  readonly token: Token
  direction: Direction | undefined
}

type Direction = 'ltr' | 'rtl'

const blocks: ReadonlySet<string> = new Set(
  ['paragraph', 'heading', 'bullet_list', 'ordered_list', 'list_item', 'blockquote', 'table', 'th', 'td'].map(
    (name) => `${name}_open`,
  ),
)

/** Of the scripts from Hebrew to the Arabic ones, with their forms of presentation; written out, since \p{…} differs between machines. */
const rightToLeft =
  /[\u05d0-\u05f2\u0620-\u064a\u066e-\u06d5\u06ee\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/
const leftToRight =
  /[A-Za-z\u00aa\u00b5\u00ba\u00c0-\u02b8\u0370-\u058f\u0900-\u1fff\u2c00-\ud7ff\uf900-\ufb17\uff21-\uff3a\uff41-\uffdc]/

function directionOf(text: string): Direction | undefined {
  const right = text.search(rightToLeft)
  const left = text.search(leftToRight)
  if (right === -1) return left === -1 ? undefined : 'ltr'
  return left === -1 || right < left ? 'rtl' : 'ltr'
}
