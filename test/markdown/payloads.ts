import fc from 'fast-check'
import { wordSet } from '../../src/base/wording.ts'

/**
 * Markdown that tries to run scripts: every form of tag, attribute and URL, in every context of markdown and
 * generators. Scripts call `ran(1)`.
 */

const code = 'ran(1)'

/** Encodings of a letter in HTML and URLs. */
function disguised(letter: string): fc.Arbitrary<string> {
  const number = letter.charCodeAt(0)
  const hex = number.toString(16)
  return fc.constantFrom(
    ...[letter, letter, letter, letter.toUpperCase(), `&#${number};`, `&#0000${number};`, `&#x${hex};`],
    ...[`&#X00${hex};`, `&#${number}`, `%${hex}`, `\\u00${hex}`, `${letter}&Tab;`, `${letter}&NewLine;`],
    ...[`${letter}\t`, `${letter}&#13;`, `${letter}&#0;`],
  )
}

const before = fc.constantFrom(
  ...['', '', ' ', '&#1;', '&#32;', '\u0001', '&nbsp;', '//', 'x:', '\\', 'feed:', 'view-source:'],
)
const scheme = fc
  .constantFrom('javascript', 'vbscript', 'livescript', 'mocha', 'javascript', 'javascript')
  .chain((name) => fc.tuple(...Array.from(name, disguised)))
  .map((letters) => letters.join(''))
const colon = fc.constantFrom(':', ':', '&colon;', '&#58;', '&#x3a;', '%3A', '&Tab;:')
const scripted = fc.tuple(before, scheme, colon).map((parts) => `${parts.join('')}${code}`)
const data = fc.constantFrom(
  `data:text/html,<script>${code}</script>`,
  `data:text/html;base64,PHNjcmlwdD5yYW4oMSk8L3NjcmlwdD4=`,
  `DATA:text/html;charset=utf-8,%3Cscript%3E${code}%3C/script%3E`,
  `data:image/svg+xml,<svg onload=${code} xmlns="http://www.w3.org/2000/svg"/>`,
  `data:application/xhtml+xml,<x/>`,
  `data:,${code}`,
  `blob:https://example.org/1`,
  `file:///etc/passwd`,
  `filesystem:https://example.org/a`,
)
export const addresses = fc.oneof({ weight: 3, arbitrary: scripted }, data)

const tags = wordSet(`
  a img svg math script iframe object embed form input button body html head base meta link style video audio
  source track details summary marquee select textarea title template noscript xmp plaintext noembed noframes
  frameset frame table td th div p span b ul li figure picture x-y foo image isindex keygen applet param portal
  slot dialog annotation-xml mglyph malignmark mtext maction foreignObject desc animate set use handler listener`)
const tagNames = fc
  .constantFrom(...tags)
  .chain((name) =>
    fc.constantFrom(name, name, name.toUpperCase(), `${name.slice(0, 1)}\u0000${name.slice(1)}`),
  )
const handlers = wordSet(`
  onerror onload onclick onmouseover onfocus onblur onanimationstart onanimationend ontoggle onpointerenter
  onbegin onscroll oncopy onkeydown onwheel onbeforeinput onauxclick onloadstart oncanplay onhashchange
  onpageshow onx ONERROR OnClick`)
const events = fc.constantFrom(...handlers).map((name) => [name, code] as const)
const urlAttributes =
  wordSet(`href src srcset action formaction xlink:href data background poster cite longdesc
  ping lowsrc srcdoc`)
const addressed = fc.tuple(fc.constantFrom(...urlAttributes), addresses)
const styles = fc.constantFrom<readonly [name: string, value: string]>(
  ['style', `background:url(javascript:${code})`],
  ['style', `width:expression(${code})`],
  ['style', 'text-align:left;background:url(//evil.example)'],
  ['style', 'position:fixed;inset:0'],
  ['srcdoc', `<script>${code}</script>`],
  ['title', `</noscript></style></title></textarea></xmp><img src=x onerror=${code}>`],
  ['alt', `"><img src=x onerror=${code}>`],
  ['id', `x" onclick="${code}`],
  ['class', 'alert alert-note'],
  ['type', 'image'],
  ['http-equiv', 'refresh'],
  ['content', `0;url=javascript:${code}`],
  ['autofocus', ''],
  ['attributeName', 'href'],
  ['values', `javascript:${code}`],
)
const quotes = fc.constantFrom('"', "'", '', '`', '&quot;')
const space = fc.constantFrom(' ', ' ', '\n', '\t', '/', '\f', ' / ', '')
const attribute = fc
  .tuple(space, fc.oneof(events, addressed, styles), quotes, fc.constantFrom('=', ' = ', '=\n'))
  .map(([gap, [name, value], quote, equals]) => `${gap}${name}${equals}${quote}${value}${quote}`)
const ending = fc.constantFrom('>', '>', '>', '/>', '', ' ', '>x</b>', '<', '//>', '>]]>', '-->')
const tag = fc
  .tuple(
    fc.constantFrom('<', '<', '<', '</', '<<', '< ', '&lt;', '<!', '<?'),
    tagNames,
    fc.array(attribute, { maxLength: 3 }),
    ending,
  )
  .map(([open, name, attributes, end]) => `${open}${name}${attributes.join('')}${end}`)

const script = fc.constantFrom(
  `<script>${code}</script>`,
  `<SCRIPT SRC=data:,${code}></SCRIPT>`,
  `<scr<script>ipt>${code}</scr</script>ipt>`,
  `<script\n>${code}</script >`,
  `<script/x>${code}//`,
  `<!--><script>${code}</script>-->`,
  `<!--<img src="--><script>${code}</script>">`,
  `<![CDATA[><script>${code}</script>]]>`,
  `<?x ><script>${code}</script>?>`,
  `<!x ><script>${code}</script>`,
)
/** Elements with content that parsers may read differently. */
const twofold = fc
  .tuple(
    fc.constantFrom(
      ...wordSet(`noscript template title textarea xmp style noembed noframes iframe plaintext select math svg
        option table`),
      ...['svg><style', 'math><mtext><table><mglyph><style', 'svg><foreignObject', 'svg></p><style'],
      ...['math><annotation-xml encoding="text/html"', 'form><math><mtext></form><form><mglyph><style'],
      ...['svg><desc', 'math><mi><style', 'svg><title><template', 'math><annotation><svg'],
      ...['table><caption><math', 'select><noscript', 'details><noscript'],
    ),
    fc.constantFrom(
      `<p title="</NAME><img src=x onerror=${code}>">`,
      `<!--</NAME><img title="--><img src=x onerror=${code}>">`,
      `<![CDATA[</NAME><img src=x onerror=${code}>]]>`,
      `<a id="</NAME><script>${code}</script>">`,
      `<img src=x onerror=${code}>`,
      `</NAME><script>${code}</script>`,
      `<b alt='</NAME><svg onload=${code}>'>`,
    ),
  )
  .map(([around, inside]) => `<${around}>${inside.replace('NAME', /[\w-]+$/.exec(around)?.[0] ?? '')}`)

export const pieces = fc.oneof(
  { weight: 4, arbitrary: tag },
  { weight: 2, arbitrary: fc.tuple(tag, tag, tag).map((tags) => tags.join('')) },
  script,
  { weight: 2, arbitrary: twofold },
  fc.tuple(twofold, tag).map((parts) => parts.join('')),
)

/** Contexts for payloads: `%` is HTML, `@` a URL. */
export const contexts = [
  ...['%', 'Text % text.', '*%* **%**', '- %\n  - [ ] %', '> %', '> [!NOTE]\n> %', '# %', '## A {#%}'],
  ...['| % |\n|---|\n| % |', '[%](/x)', '[x](@)', '[x](<@>)', '[x](/y "%")', "[x](/y '@')", '![%](/x.png)'],
  ...['![x](@)', '![x](/y.png "%")', '<@>', '[r]\n\n[r]: @', '[r]\n\n[r]: /x "%"', '[%]: /x\n\n[%]'],
  ...['Note.[^1]\n\n[^1]: %', 'Note.[^%]\n\n[^%]: x', '```%\ncode\n```', '```\n%\n```', '~~~js "@"\nx\n~~~'],
  ...['`%`', '    %', '$%$', '$\\text{%}\\href{@}{x}\\class{"%}{y}$', '$$\n%\n$$', '```math\n\\text{%}\n```'],
  ...['<details><summary>%</summary>\n\n%\n\n</details>', '<div>\n\n%\n\n[x](@)\n\n</div>'],
  ...['<a href="@">x</a>', "<a href='@' %>x</a>", '<img src=@ alt="%">', '<img srcset="@ 1x, /a.png 2x">'],
  ...['<picture><source srcset="/a.png, @ 2x"><img src="@"></picture>'],
  ...['<video src="@" poster="@">%</video>', '<iframe src="@" title="%"></iframe>'],
  ...['<iframe src="https://www.youtube.com/embed/a%"></iframe>'],
  ...['<script src="https://gist.github.com/@"></script>', '<math>%<mi>x</mi></math>'],
  ...['<math><mtext>%</mtext><annotation>%</annotation></math>', '<table><tr><td>%</table>', '<p %'],
  ...['<b title="%">', '<!-- % -->%', 'https://example.org/%', 'www.example.org/%', 'a%@example.org'],
  ...['~%~ ~~%~~', ':::note %\n%\n:::', '{{< figure src="@" alt="%" caption="%" link="@" >}}'],
  ...['{{< youtube "@" >}} {{< gist "@" >}} {{< tweet "@" >}}', '{{< details "%" >}}%{{< /details >}}'],
  ...['{{< highlight "%" >}}%{{< /highlight >}}', '{{< Own href="@" >}}%{{< /Own >}}'],
  ...['{% raw %}%{% endraw %} {{ "%" }}'],
  ...['<Image src="@" alt="%" /> <Link href="@">%</Link> <Own href="@">%</Own>'],
  ...['<Note>%</Note> {"%"} {`%`}'],
]

export const payloads = fc
  .tuple(fc.constantFrom(...contexts), fc.array(pieces, { minLength: 2, maxLength: 2 }), addresses)
  .map(([context, filling, address]) => {
    let nth = 0
    return context.replace(/[%@](?!example)/g, (mark) =>
      mark === '@' ? address : (filling[nth++ % 2] ?? ''),
    )
  })
