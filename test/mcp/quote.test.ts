import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { blocksOf } from '../../src/markdown/units.ts'
import { indexOf } from '../../src/mcp/posts.ts'
import { quoter } from '../../src/mcp/quote.ts'
import { search, Work } from '../../src/search/search.ts'
import type { ToolResult } from '../contract/rpc.ts'
import { questions } from '../search/questions.ts'
import { shippedArchive } from '../snapshot/fixture.ts'
import { servedPosts } from './archive.ts'
import { connect1 } from './official.ts'

interface Hits {
  readonly hits: readonly { readonly passages: readonly { readonly text: string }[] }[]
}

/** The first passage that the search tool gives of a body, in markdown, over a real socket. */
async function quoted(body: string, query: string): Promise<string> {
  const url = await servedPosts({ 'week-01': body })
  const client = await connect1(url)
  const given = { query, markdown: true }
  const result = (await client.callTool({ name: 'search_archive_posts', arguments: given })) as ToolResult
  await client.close()
  const [hit] = (result.structuredContent as unknown as Hits).hits
  const text = hit?.passages[0]?.text ?? ''
  expect(result.content[0]?.text, 'the text channel has it, too').toContain(text.replaceAll('\n', '\n  '))
  return text
}

const apart = '\n\n## Elsewhere\n\nNothing of it.'

describe('a passage in markdown has', () => {
  test.each([
    ['emphasis', 'A *glacier* is **not** ~~ice~~ snow.'],
    ['emphasis that it begins and ends with', '**Glacier and snow**'],
    ['code', 'Run `glacier --melt` and `ls`.'],
    ['code that it begins and ends with', '`glacier` melts as `snow`'],
    ['a link', 'See [the glacier](https://example.org/a_b) now.'],
    ['a link that it ends with', 'See [the glacier](https://example.org/a_b)'],
    ['a link that it begins with', '[The glacier](https://example.org/a_b) melts.'],
    ['a link with a title', 'It is [a glacier](https://example.org/a "A title")'],
    ['a link with parentheses in its address', 'It is [a glacier](https://example.org/a_(b))'],
    ['an address as it is', 'The glacier is at <https://example.org/x>'],
    ['a picture', 'The ![glacier](https://example.org/x.png) melts.'],
    ['what is escaped', 'A glacier\\_name is not \\*bold\\*.'],
    ['a character reference', 'The glacier &amp; the sea &copy; us.'],
    ['a footnote’s mark', 'The glacier[^1] melts.'],
    ['a line’s end', 'The glacier\nmelts *in\nsummer*.'],
    ['a quotation', '> The glacier\n> melts.'],
    ['a list', '- The **glacier** melts.\n- The `snow` too.'],
    ['a numbered list', '1. The glacier melts.\n2. The snow too.'],
    ['other scripts', '**氷河** glacier は*とける* 🎉。'],
    ['a table', '| Name | Kind |\n|---|---|\n| [Aletsch](https://example.org/a) | `glacier` |'],
    ['code of several lines', '```js\nif (glacier) {\n  melt()\n}\n```'],
  ])('%s as it is written', async (_, body) => {
    const definition = body.includes('[^1]') ? '\n\n[^1]: A note.' : ''
    expect(await quoted(`${body}${apart}${definition}`, 'glacier')).toBe(body)
  })

  test('what its links refer to by a name, and no more', async () => {
    const body = 'See [the glacier][Ice] and [snow], not [fog](https://example.org/fog) or [rain].'
    const definitions = '[ice]: https://example.org/ice "Ice"\n[Snow]: https://example.org/snow'
    const others = '[hail]: https://example.org/hail\n[snow]: https://example.org/second'
    expect(await quoted(`${body}${apart}\n\n${definitions}\n${others}`, 'glacier')).toBe(
      `${body}\n\n${definitions}`,
    )
  })

  test.each([
    [
      'the head of the table that a row is of',
      `| Name | Kind |\n|:--|--:|\n${Array.from({ length: 30 }, (_, at) => `| Row ${at} with some words in it | nothing at all |`).join('\n')}\n| Aletsch | *glacier* |`,
      /^\| Name \| Kind \|\n\|:--\|--:\|\n(?:\| Row .*\n)*\| Aletsch \| \*glacier\* \|$/,
    ],
    [
      'the whole row and its head after what announces it',
      'The glaciers are:\n\n| Name | Kind |\n|---|---|\n| Aletsch | `long` |',
      /^The glaciers are:\n\n\| Name \| Kind \|\n\|---\|---\|\n\| Aletsch \| `long` \|$/,
    ],
    [
      'the fences of code after what announces it',
      'Melt the glacier:\n\n```sh\nmelt --all\n```',
      /^Melt the glacier:\n\n```sh\nmelt --all\n```$/,
    ],
    [
      'the first line of code that is long',
      `\`\`\`sh\nbegin\n${'  and so on, and on\n'.repeat(60)}  melt glacier\n\`\`\``,
      /^```sh\nbegin\n…\n(?: {2}and so on, and on\n)+ {2}melt glacier\n```$/,
    ],
    [
      'no mark without its other half',
      `**${'A glacier. '.repeat(2)}Snow.** Rain. ${'x '.repeat(400)}`,
      /^\*\*A glacier\. .*\*\*/,
    ],
  ])('%s', async (_, body, expected) => {
    expect(await quoted(`${body}${apart}`, 'glacier')).toMatch(expected)
  })

  test('the summary as it is, when the words are nowhere else', async () => {
    expect(await quoted('Nothing.', 'summary')).toBe('The summary of week-01.')
  })
})

const snapshot = await shippedArchive()
const index = indexOf(snapshot)

test('every passage of this archive is in the twin line by line, and reads as the passage does', () => {
  const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []
  let compared = 0
  for (const { ask } of questions) {
    for (const { source, matchedIn, passages } of search(index, ask)?.hits ?? []) {
      if (!source) throw new Error('a short post is quoted')
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
        // From the middle of an item on, the numbers of the next are words.
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
