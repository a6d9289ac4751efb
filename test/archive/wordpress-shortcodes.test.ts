import { expect, test } from 'vitest'
import { type TranslateOptions, translate } from '../../src/markdown/translate/translate.ts'
import type { Syntax } from '../../src/markdown/translate/untranslated.ts'

function options(syntaxes: readonly Syntax[] = []): TranslateOptions {
  return {
    syntaxes: new Set(syntaxes),
    variables: new Map(),
    components: new Map([['source', '**{children}**']]),
    address: () => undefined,
    addressOfNote: () => undefined,
  }
}

test.each([
  ['[cc lang="html"]\n<b>\n\n    x\n[/cc]', '```html\n<b>\n\n    x\n```'],
  ["[sourcecode language='css']a {}[/sourcecode]", '```css\na {}\n```'],
  ['[code]\n```\n[b]x[/b] {{ a }}\n[/code]', '````\n```\n[b]x[/b] {{ a }}\n````'],
  ['[php]\necho "Hi!";\n[/php]\n\nText', '```php\necho "Hi!";\n```\n\nText'],
  ['[cc_sql]select 1[/cc_sql]', '```sql\nselect 1\n```'],
  ['[js](function () {})()[/js]', '[js](function () {})()[/js]'],
  ['[code lang="js"](a)()[/code]', '```js\n(a)()\n```'],
  ['[html]\n&lt;p&gt; &amp;amp;\n[/html]', '```html\n<p> &amp;\n```'],
  ['Call [code]a `b`[/code] first.', 'Call `` a `b` `` first.'],
  ['Then [code]\na\n[/code] so', 'Then \n\n```\na\n```\n\n so'],
  ['- a\n\n  [code]b[/code]\n', '- a\n\n  ```\n  b\n  ```\n'],
  ['[code]\na[/php]\n', '[code]\na[/php]\n'],
  ['    [code]\n    a\n    [/code]', '    [code]\n    a\n    [/code]'],
  [
    '[caption id="a_1" align="left"]<img src="/a.png" alt="A cat"> A cat asleep[/caption]',
    '<img src="/a.png" alt="A cat"> \n\n*A cat asleep*',
  ],
  ['[caption width="9"][![A](/a.png)](/b.png) It[/caption]', '[![A](/a.png)](/b.png) \n\n*It*'],
  ['\\[caption id="a"\\]![A](/a.png) See *it*\\[/caption\\]', '![A](/a.png) \n\nSee *it*'],
  ['[caption caption="Old"]![A](/a.png)[/caption]', '![A](/a.png)\n\n*Old*'],
  ['[youtube https://youtu.be/a\\_b?t=1]', '[Video](https://youtu.be/a_b?t=1)'],
  ['[youtube=http://www.youtube.com/watch?v=ab&w=4]', '[Video](http://www.youtube.com/watch?v=ab&w=4)'],
  ['[gist id="12ab"]', '[Gist 12ab](https://gist.github.com/12ab)'],
  ['[gist https://gist.github.com/ada/12ab]', '[Gist ada/12ab](https://gist.github.com/ada/12ab)'],
  ['[embed]https://a.example/b[/embed]', 'https://a.example/b'],
  ['[audio mp3="/a.mp3"][/audio]', '<audio controls src="/a.mp3"></audio>'],
  ['[note]\nMind.\n[/note]', '> [!NOTE]\n> Mind.\n'],
  ['[source]a[/source]', '**a**'],
])('%j has a plain meaning', (written, markdown) => {
  const { text, untranslated } = translate(written, options())
  expect(text).toBe(markdown)
  expect(untranslated.filter(({ syntax }) => syntax === 'wordpress')).toEqual([])
})

test.each([
  'See [sic] and [a b] and [/b].',
  '[youtube]',
  'Watch [youtube a] now.',
  '[gist a]\n\n[gist a]: /b',
  '[b](/c) and [/b]',
  '[b][1] and [/b]\n\n[1]: /c',
  '[b] and [/b]\n\n[b]: /c',
  '- [x] done\n- [ ] open\n\nA note[^a].\n\n[^a]: Text.',
  '    a [b]x[/b]\n\n\t[youtube a]',
  '`[b]x[/b]` and `[code]a[/code]`',
  '```\n[code]\na\n[/code]\n[youtube a]\n```',
  '\\[b\\]bold\\[/b\\]',
  '[[code]]a[[/code]]',
])('%j stays as it is', (written) => {
  expect(translate(written, options())).toMatchObject({ text: written, untranslated: [] })
})

test('of others the tags go, the text stays, and the place is told', () => {
  const written =
    '[php]\na\n[/php]\n\n[box color="red"]Hot[/box] [two_col]*a*[/two_col]\n\n[gallery ids="1,2"]\n'
  const { text, untranslated, originalOffset } = translate(written, {
    ...options(['liquid']),
    components: new Map(),
  })
  expect(text).toBe('```php\na\n```\n\n> [!NOTE]\n> Hot *a*\n\n\n')
  const told = untranslated.map(({ written: shown, hasText, offset }) => [shown, hasText, offset])
  expect(told).toEqual([
    ['[two_col]', true, written.indexOf('[two_col]')],
    ['[gallery ids="1,2"]', false, written.indexOf('[gallery')],
  ])
  expect(originalOffset(text.indexOf('*a*'))).toBe(written.indexOf('*a*'))
})

test('nothing is translated in code between shortcodes', () => {
  const code = '{{ x }} {% y %}\n{: .z}\n:::note\n{{< a >}}'
  const { text, untranslated } = translate(
    `[code]\n${code}\n[/code]`,
    options(['liquid', 'kramdown', 'hugo']),
  )
  expect(text).toBe(`\`\`\`\n${code}\n\`\`\``)
  expect(untranslated).toEqual([])
})
