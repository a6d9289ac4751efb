import { describe, expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { each, found, one, post, readShown } from './build.ts'

const cards = ':::cards\n- [One](week-02.md)\n  The first.\n- [Two](/developers)\n  The second.\n:::'

describe('containers for landing pages', () => {
  test('are elements on the page; the twin, search and word count have only their text', async () => {
    const { html, markdown, wordCount, searchText } = await one(`Before.\n\n${cards}\n\nAfter.`)
    expect(html).toBe(`<p>Before.</p>
<div class="container cards">
<ul>
<li><a href="/posts/week-02">One</a>
The first.</li>
<li><a href="/developers">Two</a>
The second.</li>
</ul>
</div>
<p>After.</p>`)
    expect(markdown).toBe(`Before.

- [One](https://example.org/posts/week-02)
  The first.
- [Two](https://example.org/developers)
  The second.

After.
`)
    expect(wordCount).toBe(8)
    expect(searchText).toMatchObject([
      { text: 'Before.' },
      { text: 'One The first.' },
      { text: 'Two The second.' },
      { text: 'After.' },
    ])
  })

  test.each([
    [':::buttons\n[Go](/)\n:::', '<div class="container buttons">', '[Go](https://example.org/)\n'],
    [
      '::: {.columns}\n::: {.column width="40%"}\nA\n:::\n::: column\nB\n:::\n:::',
      'column">\n<p>B</p>',
      'A\n\nB\n',
    ],
    ['::::columns\n\n:::cards\n- a\n:::\n\n::::', '<div class="container cards">', '- a\n'],
    ['> :::cards\n> - a\n> :::', '<blockquote>\n<div class="container cards">', '> - a\n'],
    ['- a\n\n  :::cards\n  - b\n  :::', '<div class="container cards">', '- a\n\n  - b\n'],
    [':::note\n:::cards\n- a\n:::\n:::', '<div class="container cards">', '> - a\n'],
    ['<section>\n\n:::cards\n- <i>a</i>\n:::\n\n</section>', '<div class="container cards">', '- <i>a</i>'],
    ['a\n:::buttons\n[b](/)\n:::\nc', '<p>a</p>\n<div', 'a\n\n[b](https://example.org/)\n\nc\n'],
  ])('%j', async (body, html, markdown) => {
    const [shown] = await each([body])
    expect(found(shown).html).toContain(html)
    expect(found(shown).markdown.replace(/\n{3,}/g, '\n\n')).toContain(markdown)
    expect(found(shown).html + found(shown).markdown).not.toContain(':::')
  })

  test('in code are code', async () => {
    const { html, markdown } = await one(`\`\`\`md\n${cards}\n\`\`\`\n\n    :::cards\n\n\`:::\``)
    expect(html).not.toContain('class="container')
    expect(markdown).toContain(`\`\`\`md\n:::cards\n`)
    expect(markdown).toContain('\n    :::cards\n')
  })

  test.each([
    ['that is not closed', ':::cards\n- a', ['7:1 :::cards']],
    ['that is closed elsewhere', '> :::cards\n> - a\n\n:::', ['7:3 :::cards', '10:1 :::']],
    [
      'deeper than four',
      `${':::column\n'.repeat(5)}a\n\n${':::\n'.repeat(5)}`,
      ['11:1 :::column', '14:1 :::'],
    ],
  ])('a container %s is text, and reported', async (_, body, places) => {
    const { value, diagnostics } = await readShown(fromMemory({ 'posts/week-01.md': post(body) }), {
      baseUrl: 'https://example.org',
    })
    const shown = places.map((place) => place.slice(place.indexOf(' ') + 1))
    expect(diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual(
      places.map((place) => `${place} is shown as text.`),
    )
    for (const text of shown) expect(found(value?.posts[0]).html).toContain(`<p>${text}</p>`)
  })
})
