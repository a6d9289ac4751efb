import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { blocksOf } from '../../src/markdown/blocks.ts'
import { indexOf } from '../../src/mcp/posts.ts'
import { quoter } from '../../src/mcp/quote.ts'
import { search, Work } from '../../src/search/search.ts'
import { questions } from '../search/questions.ts'
import { shippedArchive } from '../snapshot/fixture.ts'
import { call, connected, servedPosts } from './archive.ts'

interface Hits {
  readonly hits: readonly { readonly passages: readonly { readonly text: string }[] }[]
}

/** The first passage that the search tool returns for a body, in markdown, over a real socket. */
async function quoted(body: string, query: string): Promise<string> {
  const client = await connected(await servedPosts({ 'week-01': body }))
  const { text, found } = await call<Hits>(client, 'search_archive_posts', { query, markdown: true })
  const quote = found?.hits[0]?.passages[0]?.text ?? ''
  expect(text, 'the text content has the passage too').toContain(quote.replaceAll('\n', '\n  '))
  return quote
}

const otherSection = '\n\n## Elsewhere\n\nNothing of it.'

describe('a passage in markdown', () => {
  test.each([
    ['emphasis', 'A *glacier* is **not** ~~ice~~ snow.'],
    ['emphasis at both ends', '**Glacier and snow**'],
    ['code', 'Run `glacier --melt` and `ls`.'],
    ['code at both ends', '`glacier` melts as `snow`'],
    ['a link', 'See [the glacier](https://example.org/a_b) now.'],
    ['a link at the end', 'See [the glacier](https://example.org/a_b)'],
    ['a link at the start', '[The glacier](https://example.org/a_b) melts.'],
    ['a link with a title', 'It is [a glacier](https://example.org/a "A title")'],
    ['a link with parentheses in its URL', 'It is [a glacier](https://example.org/a_(b))'],
    ['an autolink', 'The glacier is at <https://example.org/x>'],
    ['an image', 'The glacier ![a sign](https://example.org/x.png) melts.'],
    ['escaped characters', 'A glacier\\_name is not \\*bold\\*.'],
    ['a character reference', 'The glacier &amp; the sea &copy; us.'],
    ['a footnote reference', 'The glacier[^1] melts.'],
    ['a line break', 'The glacier\nmelts *in\nsummer*.'],
    ['a blockquote', '> The glacier\n> melts.'],
    ['a list', '- The **glacier** melts.\n- The `snow` too.'],
    ['a numbered list', '1. The glacier melts.\n2. The snow too.'],
    ['other scripts', '**氷河** glacier は*とける* 🎉。'],
    ['a table', '| Name | Kind |\n|---|---|\n| [Aletsch](https://example.org/a) | `glacier` |'],
    ['a code block', '```js\nif (glacier) {\n  melt()\n}\n```'],
  ])('keeps %s', async (_, body) => {
    const definition = body.includes('[^1]') ? '\n\n[^1]: A note.' : ''
    expect(await quoted(`${body}${otherSection}${definition}`, 'glacier')).toBe(body)
  })

  test('has only the link definitions that it uses', async () => {
    const body = 'See [the glacier][Ice] and [snow], not [fog](https://example.org/fog) or [rain].'
    const definitions = '[ice]: https://example.org/ice "Ice"\n[Snow]: https://example.org/snow'
    const others = '[hail]: https://example.org/hail\n[snow]: https://example.org/second'
    expect(await quoted(`${body}${otherSection}\n\n${definitions}\n${others}`, 'glacier')).toBe(
      `${body}\n\n${definitions}`,
    )
  })

  test.each([
    [
      'has the header of the table around a row',
      `| Name | Kind |\n|:--|--:|\n${Array.from({ length: 30 }, (_, at) => `| Row ${at} with some words in it | nothing at all |`).join('\n')}\n| Aletsch | *glacier* |`,
      /^\| Name \| Kind \|\n\|:--\|--:\|\n(?:\| Row .*\n)*\| Aletsch \| \*glacier\* \|$/,
    ],
    [
      'has the row and the table header after the sentence that introduces them',
      'The glaciers are:\n\n| Name | Kind |\n|---|---|\n| Aletsch | `long` |',
      /^The glaciers are:\n\n\| Name \| Kind \|\n\|---\|---\|\n\| Aletsch \| `long` \|$/,
    ],
    [
      'has the fences of code after the sentence that introduces it',
      'Melt the glacier:\n\n```sh\nmelt --all\n```',
      /^Melt the glacier:\n\n```sh\nmelt --all\n```$/,
    ],
    [
      'has the first line of long code',
      `\`\`\`sh\nbegin\n${'  and so on, and on\n'.repeat(60)}  melt glacier\n\`\`\``,
      /^```sh\nbegin\n…\n(?: {2}and so on, and on\n)+ {2}melt glacier\n```$/,
    ],
    [
      'closes the emphasis it opens',
      `**${'A glacier. '.repeat(2)}Snow.** Rain. ${'x '.repeat(400)}`,
      /^\*\*A glacier\. .*\*\*/,
    ],
  ])('%s', async (_, body, expected) => {
    expect(await quoted(`${body}${otherSection}`, 'glacier')).toMatch(expected)
  })

  test('is the summary if only the summary matches', async () => {
    expect(await quoted('Nothing.', 'summary')).toBe('The summary of week-01.')
  })
})

const snapshot = await shippedArchive()
const index = indexOf(snapshot)

test("every passage of this archive consists of its twin's lines, with the same words as its plain text", () => {
  const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []
  let compared = 0
  for (const { ask } of questions) {
    for (const { source, matchedIn, passages } of search(index, ask)?.hits ?? []) {
      if (!source) throw new Error('a hit has no source')
      const quote = quoter(source, new Work())
      const twin = new Set(new TextDecoder().decode(source.source).split('\n'))
      for (const passage of matchedIn === 'body' ? passages : []) {
        const markdown = quote(passage)
        const [first = '', ...rest] = markdown.split('\n')
        const last = rest.pop() ?? ''
        for (const line of rest) expect(line === '' || line === '…' || twin.has(line), line).toBe(true)
        for (const line of [first, last])
          expect(
            [...twin].some((one) => one.includes(line)),
            line,
          ).toBe(true)
        // In a passage that starts inside a list item, the numbers of the following items would be words.
        const read = blocksOf(parseMarkdown(markdown.replaceAll(/^\d+\. /gm, '- ')))
        const text = words(read.map((block) => block.text).join(' ')).join(' ')
        if (passage.text.includes('…'))
          expect(words(passage.text).every((word) => text.includes(word))).toBe(true)
        else expect(text).toBe(words(passage.text).join(' '))
        compared++
      }
    }
  }
  expect(compared).toBeGreaterThan(800)
})
