import { type ContentSource, compile, fromMemory, type Theme } from '../../src/compile.ts'
import { listen } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'

/** An archive with content that is hard to lay out: long words, wide tables, both text directions, many posts. */
export function startSite(count: number, theme?: Partial<Theme>): Promise<Site> {
  return startFrom(files(count), theme)
}

export interface Site {
  readonly origin: string
  readonly close: () => Promise<void>
}

export const startFrom = (source: Readonly<Record<string, string>>, theme?: Partial<Theme>): Promise<Site> =>
  startWith(fromMemory(source), theme)

export async function startWith(content: ContentSource, theme?: Partial<Theme>): Promise<Site> {
  const { value: snapshot, diagnostics } = await compile(content, { encodings: ['identity'], theme })
  if (!snapshot) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  const server = await listen({ handler: serve(snapshot), port: 0, host: '127.0.0.1' })
  return { origin: `http://127.0.0.1:${server.port}`, close: server.close }
}

const titles = [
  'A title of ordinary length',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsgesetz',
  '日本語で書かれた記事の長い題名は、どこで折り返されるべきなのか',
  'كيف تُقرأ المقالات العربية على هذه الصفحات',
  'https://example.org/a/very/long/address/that/somebody/used/as/the/title/of/a/post',
  'A title that goes on and on, because its author could not decide what the post was about and so named everything in it, twice',
]

const wide = Array.from({ length: 9 }, (_, at) => `Column number ${at + 1}`)

const body = `Opening words with \`inline code that is rather long and has no place to break\` and a [link](https://example.org/).

## A table

| ${wide.join(' | ')} |
|${wide.map(() => '---').join('|')}|
| ${wide.map((_, at) => `${at}.${at}5 %`).join(' | ')} |
| ${wide.map(() => 'a cell with several words in it').join(' | ')} |

## Code

\`\`\`js
const answer = await fetch('https://example.org/a/very/long/address/that/does/not/fit/into/a/line/of/any/phone', { headers: { accept: 'text/markdown' } })
// a comment
\`\`\`

## Lists and quotations

- one
- two, with **bold** and *emphasis*
  1. deeper

> Somebody said so.

https://youtu.be/dQw4w9WgXcQ

${['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'].map((kind) => `> [!${kind}]\n> Words of it.`).join('\n\n')}

- [x] done
- no task

<details><summary>What is folded</summary>

Words that are folded.

</details>

A footnote.[^1] An address: https://example.org/bare

## عنوان

هذا نص عربي مع كلمة English في الوسط.

## 日本語の見出し

折り返しの位置は文字の間にあり、単語の間ではない。

${'w'.repeat(200)}

[^1]: It is here.
`

const long = 'w'.repeat(80)

/** Text above the lists of the home page, in every kind of block. */
const index = `What this is.

:::buttons
[Start here](../posts/post-0.md) [${long}](/developers)
:::

:::cards
- [${long}](/years)
  Text with [another link](/tags) in it.
- **${titles[1]}**

  | a | b |
  |---|---|
  | ${long} | 2 |
- [كيف تُقرأ المقالات](/series)
  العربية على هذه الصفحات
:::

::::columns
:::column
## Left

${long}
:::
:::column
## Right

Text.
:::
::::
`

function files(count: number): Record<string, string> {
  const posts = Array.from({ length: count }, (_, at) => {
    const month = String((at % 12) + 1).padStart(2, '0')
    const front = [
      `title: ${JSON.stringify(titles[at % titles.length])}`,
      `series: ${at % 3 === 0 ? 'essays' : 'notes'}`,
      `summary: ${JSON.stringify(`What post ${at} is about, in a sentence or two. ${'More of it. '.repeat(at % 9)}`)}`,
      `published: ${2010 + (at % 15)}-${month}-12`,
      `tags: [tag ${at % 40}, ${at % 2 === 0 ? 'even' : 'odd'}, common]`,
      `authors: [${at % 5 === 0 ? 'Ada Example, Bo Example, Cy Example' : 'Ada Example'}]`,
    ]
    return [`posts/post-${at}.md`, `---\n${front.join('\n')}\n---\n\n${body}`]
  })
  return {
    'archive.yaml':
      'embeds: [youtube]\ntitle: The Example Review\ndescription: One sentence about it.\nfooter: "Made by *us*."\n',
    'pages/index.md': index,
    'pages/about.md': `# About\n\n${body}`,
    ...Object.fromEntries(posts),
  }
}
