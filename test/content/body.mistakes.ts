import { type Finding, type BrokenContent, post } from './mistakes.ts'

const body = (text: string, more = {}) => ({ 'posts/week-01.md': post(text), ...more })
const figure = { 'assets/figure.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' }
const empty: Finding = { rule: 'empty-body', message: 'The body has no text', hint: '`draft: true`' }
const html = (tag: string): Finding => ({
  rule: 'raw-html',
  message: `${tag} is raw HTML, which is shown as text`,
  hint: 'between backquotes',
  severity: 'warning',
})
const level = (message: string, hint: string): Finding => ({ rule: 'heading-level', message, hint })
const noAlt: Finding = { rule: 'missing-alt', message: 'has no alternative text', hint: 'Describe it' }

/** What can be wrong with text, headings, images and HTML in a body. */
export const bodyMistakes: readonly BrokenContent[] = [
  { what: 'a body of one rule', files: body('‸***'), found: [empty] },
  { what: 'a body of one comment', files: body('‸<!-- to do -->'), found: [empty] },
  { what: 'a body of punctuation', files: body('‸…'), found: [empty] },
  {
    what: 'a heading of level 1',
    files: body('‸# Again\n\nText.'),
    found: [level('the only heading of level 1', 'with `##`')],
  },
  {
    what: 'an underlined heading of level 1',
    files: body('Text.\n\n‸Again\n=====\n'),
    found: [level('the only heading of level 1', 'with `##`')],
  },
  {
    what: 'a first heading of level 3',
    files: body('‸### Deep\n\nText.'),
    found: [level('A heading of level 3 follows the title', '`##`')],
  },
  {
    what: 'a jump from level 2 to level 4',
    files: body('## Two\n\nText.\n\n‸#### Four\n\nText.'),
    found: [level('A heading of level 4 follows one of level 2', '`###`')],
  },
  {
    what: 'a heading in a block quote is pointed at after the mark',
    files: body('Text.\n\n> ‸# Quoted'),
    found: [level('the only heading of level 1', 'with `##`')],
  },
  { what: 'a block of HTML', files: body('Text.\n\n‸<div>\nboxed\n</div>'), found: [html('<div>')] },
  {
    what: 'HTML within a sentence',
    files: body('Some ‸<b>bold</b> words <!-- said I -->.'),
    found: [html('<b>')],
  },
  { what: 'HTML after an emoji', files: body('🎉 ‸<b>bold</b>'), found: [html('<b>')] },
  { what: 'HTML in a list', files: body('- ‸<i>one</i>'), found: [html('<i>')] },
  {
    what: 'a block of HTML in a block quote is pointed at after the mark',
    files: body('Text.\n\n> ‸<p>quoted</p>'),
    found: [html('<p>')],
  },
  {
    what: 'HTML that follows a comment on its line',
    files: body('Text.\n\n<!-- note -->‸<script>alert(1)</script>'),
    found: [html('<script>')],
  },
  {
    what: 'an image without alternative text',
    files: body('Look: ‸![](../assets/figure.svg)', figure),
    found: [noAlt],
  },
  {
    what: 'an image without alternative text by reference',
    files: body('Look: ‸![][figure]\n\n[figure]: ../assets/figure.svg', figure),
    found: [noAlt],
  },
  {
    what: 'an image that is not there',
    files: body('![A bar chart](‸../assets/figur.svg)', figure),
    found: [
      {
        rule: 'missing-image',
        message: '../assets/figur.svg points at nothing',
        hint: 'the file assets/figure.svg',
      },
    ],
  },
  {
    what: 'an image that is not there, within a link',
    files: body('[![A bar chart](‸../assets/none.png)](https://example.org/)'),
    found: [{ rule: 'missing-image', message: '../assets/none.png', hint: /\w/ }],
  },
  {
    what: 'an image without a destination',
    files: body('‸![A bar chart]()'),
    found: [{ rule: 'missing-image', message: /no destination/, hint: /\w/ }],
  },
]
