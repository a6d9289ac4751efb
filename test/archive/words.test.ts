import { expect, test } from 'vitest'
import { renderHtml } from '../../src/markdown/html.ts'
import { droppedWithContent } from '../../src/markdown/raw-html/policy.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { blocksOf } from '../../src/markdown/blocks.ts'
import { countWords, minutesToRead } from '../../src/markdown/sentences.ts'
import { shownText } from '../markdown/tree.ts'
import { one } from './build.ts'

const counted: readonly (readonly [text: string, words: number])[] = [
  ['', 0],
  ['  \n\t ', 0],
  ['one', 1],
  ['one two\nthree\tfour', 4],
  ['well-known, isn’t it?', 3],
  ['a — b … c', 3],
  ['3.14 and 100%', 3],
  ['naïve café Ünder', 3],
  ['no\u00a0break and\u3000wide', 4],
  ['日本語', 3],
  ['ภาษาไทย', 7],
  ['ພາສາລາວ', 7],
  ['𠮷野家', 3],
  ['カタカナ・ワード', 7],
  ['한국어 문장입니다', 2],
  ['Привет мир', 2],
  ['© ® + = — 🎉', 0],
]

test.each(counted)('%j has %i words', (text, words) => expect(countWords(text)).toBe(words))

test('counts link labels and alt text, but no URLs, marks or comments', async () => {
  const assets = { 'assets/a.svg': '<svg/>' }
  const { wordCount } = await one(
    '## Two words\n\n**Bold** [label](https://example.net/not-counted "nor this") ![alt text](../assets/a.svg)\n\n' +
      '| cell | cell |\n|---|---|\n| cell | cell |\n\n<!-- not counted -->\n\n```\ncode counts\n```',
    assets,
  )
  expect(wordCount).toBe(2 + 2 + 2 + 4 + 2)
})

/** Positions of an element around text. */
const around: Readonly<Record<string, (name: string) => string>> = {
  'in a sentence': (name) => `Seen <${name}>gone {{gone}}</${name}> seen.`,
  'in a sentence, and not closed': (name) => `Seen <${name}> gone\n\nSeen.`,
  'in a heading': (name) => `## Seen <${name}>gone</${name}>\n\nSeen.`,
  'in a cell': (name) => `| Seen <${name}>gone</${name}> | seen |\n|---|---|\n| seen | seen |`,
  'on separate lines': (name) => `Seen.\n\n<${name}>\ngone\n</${name}>\n\nSeen.`,
  'on one line, with text after it': (name) => `<div><${name}>gone</${name}> seen</div>\n\nSeen.`,
}
/** Positions around elements. In browsers, text elements end an SVG, and a paragraph ends a datalist. */
const aroundElements: Readonly<Record<string, (name: string) => string>> = {
  'in a sentence with markdown': (name) => `Seen <${name}>gone *gone* \`gone\`</${name}> seen.`,
  'from one paragraph to the next': (name) =>
    `<div>\n\nSeen <${name}>gone\n\ngone</${name}> seen\n\n</div>\n\nSeen.`,
  'around paragraphs and code': (name) =>
    `Seen.\n\n<${name}>\n\ngone\n\n\`\`\`\ngone\n\`\`\`\n\n</${name}>\n\nSeen.`,
}

test('removed content is in no word count, summary or search index', () => {
  let compared = 0
  for (const name of [...droppedWithContent].filter((one) => one !== 'embed')) {
    const ways = name === 'svg' || name === 'datalist' ? around : { ...around, ...aroundElements }
    for (const [way, written] of Object.entries(ways)) {
      const parsed = parseMarkdown(written(name))
      const texts = parsed.texts.join(' ').toLowerCase().match(/\w+/g)
      expect(texts, `<${name}> ${way}`).toEqual(shownText(renderHtml(parsed)).toLowerCase().match(/\w+/g))
      expect(new Set(texts), `<${name}> ${way}`).toEqual(new Set(['seen']))
      const quoted = blocksOf(parsed).map(({ text, heading }) => `${text} ${heading}`)
      expect(quoted.join(' '), `<${name}> ${way}`).not.toContain('gone')
      expect(
        parsed.notes.filter(({ isText }) => isText),
        'nothing of it is shown as text',
      ).toEqual([])
      compared++
    }
  }
  expect(compared).toBeGreaterThan(80)
})

test('reading time is in whole minutes, at least one', () => {
  expect([0, 1, 238, 356, 358, 2380].map(minutesToRead)).toEqual([1, 1, 1, 1, 2, 10])
})
