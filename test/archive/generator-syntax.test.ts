import { describe, expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import type { TranslateOptions, SyntaxName } from '../../src/generators/syntaxes/translator.ts'
import { translate } from '../../src/generators/syntaxes/translate.ts'

function options(syntaxes: readonly SyntaxName[]): TranslateOptions {
  return {
    syntaxes: new Set(syntaxes),
    variables: new Map([
      ['site.url', 'https://example.org'],
      ['site.baseurl', ''],
    ]),
    components: new Map([
      ['Chart', '![{title}]({file})'],
      ['box', '**{0}:** {children}'],
      ['callout-info', '**{title}:** {children}'],
    ]),
    address: (name) => (name.includes('other') ? '/posts/other' : undefined),
    addressOfNote: (name) =>
      name === 'Other' ? '/posts/other' : name === 'a b.png' ? '/a b.png' : undefined,
  }
}

/** Source and markdown, which is the source unless given. */
const meanings: Partial<Record<SyntaxName, readonly (readonly [written: string, markdown?: string])[]>> = {
  shortcodes: [
    ['{{< figure src="/a.png" alt="A chart" >}}', '![A chart](/a.png)'],
    ['{{< figure src="a b.png" caption="Fig. 1" alt="x" >}}', '![x](<a b.png>)\n\n*Fig. 1*'],
    ['{{< highlight go "linenos=table" >}}\nx := 1\n{{< /highlight >}}', '```go\nx := 1\n```'],
    ['{{< highlight md >}}\n```\n{{< /highlight >}}', '````md\n```\n````'],
    ['[x]({{< relref "other.md" >}})', '[x](/posts/other)'],
    ['{{< youtube w7Ft2ymGmfc >}}', '[Video](https://www.youtube.com/watch?v=w7Ft2ymGmfc)'],
    ['{{< gist spf13 7896402 >}}', '[Gist spf13/7896402](https://gist.github.com/spf13/7896402)'],
    ['{{< note >}}\nMind *this*.\n{{< /note >}}', '> [!NOTE]\n> Mind *this*.\n'],
    ['{{% alert color="warning" %}}Hot.{{% /alert %}}', '> [!WARNING]\n> Hot.'],
    ['Write `{{</* figure */>}}`.', 'Write `{{< figure >}}`.'],
    ['{{< box Tip >}}drink{{< /box >}}', '**Tip:** drink'],
    ['{{< comment >}}secret{{< /comment >}}seen', 'seen'],
    ['{{< comment >}}{{< unknown >}}{{< /comment >}}seen', 'seen'],
    ['<figure>{{< figure src="/a.png" alt="A" >}}</figure>', '<figure>\n\n![A](/a.png)\n\n</figure>'],
    ['Let $$a$$ be.'],
    ['[6]: /a ""x" b"'],
    ['{{< highlight go "hl_inline=true" >}}a{{< /highlight >}}', '`a`'],
    ['{{< highlight go >}}a{{< /highlight >}}', '```go\na\n```'],
    ['{{< highlight js >}}a{{< /highlight >}} is one.', '`a` is one.'],
    ['- {{< highlight js >}}x(){{< /highlight >}}\n- b', '- `x()`\n- b'],
    ['| {{< highlight js >}}x(){{< /highlight >}} | b |', '| `x()` | b |'],
    ['{{< vimeo 1 >}} {{< code js >}}a{{< /code >}}', '[Video](https://vimeo.com/1) \n```js\na\n```'],
    ['- {{< code js >}}\n  a\n\n  b\n  {{< /code >}}\n- c', '- ```js\n  a\n\n  b\n  ```\n- c'],
    ['- {{< code js >}}\na\n{{< /code >}}\n- c', '- \n```js\na\n```\n- c'],
    ['> A {{< code js >}}\n> a\n>\n> b\n> {{< /code >}} c', '> A \n> ```js\n> a\n>\n> b\n> ```\n>  c'],
    [
      '{{< note >}}\nA {{< code js >}}\na\n{{< /code >}}\nb\n{{< /note >}}\n{{< code js >}}a{{< /code >}}',
      '> [!NOTE]\n> A \n> ```js\n> a\n> ```\n> b\n\n```js\na\n```',
    ],
    [
      '{{< note >}}\n{{< tip >}}\n{{< code js >}}a{{< /code >}}\n{{< /tip >}}\n{{< /note >}}',
      '> [!NOTE]\n> > [!TIP]\n> > ```js\n> > a\n> > ```\n> \n',
    ],
    ['{{< quote caption="Ada, Acme" >}}\nwise\n{{< /quote >}}', '\n> wise\n>\n> — Ada, Acme'],
    [
      '{{% alert title="Breaking change" color="warning" %}}\nHot.\n{{% /alert %}}',
      '> [!WARNING]\n> **Breaking change**\n>\n> Hot.\n',
    ],
    ['{{< note title="T" >}}Hot.{{< /note >}}', '> [!NOTE]\n> **T**\n>\n> Hot.'],
    ['{{< text plaintext >}}\n# a\n{{< /text >}}', '```\n# a\n```'],
    ['<Widget src="a.js" /> <IMG SRC="a.png"> `<A src="a.png">`'],
    ['{{<video src="a.mp4">}}', '<video controls src="a.mp4"></video>'],
    ['a\n\n[[toc]]\n\nb\n\n[TOC]', 'a\n\n\n\nb\n\n'],
    ['[toc]\n\n[toc]: /x'],
    ['![a](b.png){.wide width=50%} and `c`{.r} and [d](e){#f}', '![a](b.png) and `c` and [d](e)'],
    ['## A {.wide}\n\n## B {.wide #b}\n\n## C {#c .wide}', '## A \n\n## B {#b}\n\n## C {#c .wide}'],
    ['| a |\n|---|\n{.striped style="color: red"}\n\nb', '| a |\n|---|\n\n\nb'],
    ['[a](b){:target="_blank"} ![](c.png){: style="width:1px" }', '[a](b) ![](c.png)'],
    [
      '![a](b.png =300x200) ![](c.png =50%x) `![](d =1x)` (e =2x)',
      '![a](b.png) ![](c.png) `![](d =1x)` (e =2x)',
    ],
    ['{{< kbd Ctrl-C >}} {{< kbd mac=Cmd-C win=Ctrl-C >}}', '<kbd>Ctrl-C</kbd> <kbd>Ctrl-C</kbd>'],
    ['{{< video https://a.example/b >}}', '[Video](https://a.example/b)'],
    ['![a](b.png){.wide\n  fig-alt="c\nd"}', '![a](b.png)'],
    ['{{< image link="./a.png" caption="B" >}}', '![B](./a.png)'],
    ['{{< text bash >}}\n$ ls\n{{< /text >}}', '```bash\n$ ls\n```'],
    ['{{< snippet plain >}}\n# a\n{{< /snippet >}}', '```\n# a\n```'],
    ['a [b *c*]{.small} d', 'a b *c* d'],
    ['a {.b} `{.c}`\n\n{e: 1} [f]{g} h{.i}'],
    ['Write {{.a}} and \\{.b}, {{ .c }}'],
    ['a\n\n{.b}\n\nc {.d}\n\n{: .e\n.f}\n\n*g*{.h}, i', 'a\n\n\n\nc\n\n\n\n*g*, i'],
    ['a  \n{: .b}\n\nc\\\n{:.d}\n\n<br>{: .e}\n\n---\n{:.f}', 'a  \n\n\nc\\\n\n\n<br>\n\n---\n'],
    ['# A {-}\n\n## B {#b -}\n\nc {-} d', '# A \n\n## B {#b -}\n\nc {-} d'],
    ['import A from "b"\n\n{"c"} d', '\n\nc d'],
    // A closing mark in quotes ends nothing; an apostrophe is not a quote.
    ['{{< figure src="/a.png" alt="a >}} b" >}}', '![a >}} b](/a.png)'],
    ['{{< figure src="/a.png" alt="a \\" >}} b" >}}', '![a " >}} b](/a.png)'],
    ["{{< comment it's >}}secret{{< /comment >}}seen, isn't it", "seen, isn't it"],
    ['{{< comment " >}}secret{{< /comment >}}seen', 'seen'],
  ],
  kramdown: [
    ['<div markdown="1">\n*a*\n</div>', '<div markdown="1">\n\n\n*a*\n\n\n</div>'],
    ["<div markdown='block'><div>*a*</div></div>", "<div markdown='block'>\n\n<div>*a*</div>\n\n</div>"],
    ['A <callout-info title="T">*b*</callout-info>.', 'A **T:** *b*.'],
    ['A <callout-hot>*b*</callout-hot>.'],
    ['<div data-markdown="1">\n*a*\n</div>'],
    ['Write `<div markdown="1">a</div>`.'],
    ['<p>a</p> and *b*', '<p>a</p>\n\n and *b*'],
    ['<p>a</p>\nand *b*', '<p>a</p>\n\n\nand *b*'],
    ['<div><p>a</p> and</div>'],
    ['<br>\nand *b*', '<br>\n\n\nand *b*'],
    ['a<br>\nand *b*'],
    [
      '!!! note "Mind"\n    One.\n\n    - a\n        b\n\nTwo.',
      '> [!NOTE]\n> **Mind**\n>\n> One.\n> \n> - a\n>     b\n\nTwo.',
    ],
    ['??? example\n    One.\n', '> [!NOTE]\n> One.\n'],
    ['???+ tip "A"\n\n    One.\n', '> [!TIP]\n> **A**\n>\n> \n> One.\n'],
    ['1. a\n\n    !!! tip\n        b\n    c', '1. a\n\n    > [!TIP]\n    > b\n    c'],
    ['!!! tip\n    a\n\n    ??? note "B"\n        c\n', '> [!TIP]\n> a\n> \n> **B**\n> c\n'],
    ['Let $$a_1$$ be $$ b $$.', 'Let $`a_1`$ be $`b`$.'],
    ['Then\n$$a$$, so', 'Then\n$`a`$, so'],
    ['$$\na\n$$\n\n- $$b$$\n\n`$$c$$` d'],
    ['A price of $$, and\n\nof $$.'],
    ['[6]: http://a.example ""x" - b"\n[7]: /c "d"', '[6]: http://a.example "\\"x\\" - b"\n[7]: /c "d"'],
    ["[a]: </b> 'it's \\' \"so\"' \n", "[a]: </b> 'it\\'s \\' \"so\"' \n"],
    ['[^1]: See "a" and "b"\n\n`[a]: /b "c"d"`'],
    ['Wow\n!!! no\nTwo.'],
    ['```\n!!! note\n    One.\n```'],
    ['[[Other]] and [[Other#A heading|so]].', '[Other](</posts/other>) and [so](</posts/other#a-heading>).'],
    [
      '![[a b.png]] ![[a b.png|A chart]] ![[a b.png|300]]',
      '![](</a b.png>) ![A chart](</a b.png>) ![](</a b.png>)',
    ],
    ['[[nowhere]] `[[Other]]` [[Other]](/a)'],
    ['> [!tip]- Do *this*\n> One.', '> [!TIP]\n> **Do *this***\n>\n> One.'],
    ['> [!NOTE]\n> One.\n\n> [!info]\n> Two.', '> [!NOTE]\n> One.\n\n> [!NOTE]\n> Two.'],
    ['- > [!faq|wide]+ Why?\n  > So.', '- > [!NOTE]\n  > **Why?**\n  >\n  > So.'],
    ['> [!quote] Ada\n> One.', '> **Ada**\n>\n> One.'],
    ['> > [!bug] A', '> > [!CAUTION]\n> > **A**\n> >'],
    ['```\n> [!tip] A\n```\n> [!a](b.png) c'],
    ['Text\n{: .lead}', 'Text\n'],
    [
      '![a](b c.png) ![d](e f.png "g") [h](i j) ![k](l)',
      '![a](<b c.png>) ![d](<e f.png> "g") [h](i j) ![k](l)',
    ],
    ['![a](b.png){:height 402, :width 32.5}', '![a](b.png)'],
    ['[[#A b]] [[#A b|c]] ![[#d]]', '[A b](<#a-b>) [c](<#a-b>) ![[#d]]'],
    ['a \\{: .b}'],
    ['a\n\n{: .b\n.c}\nd{: .e}\n\n<br>{: .f}', 'a\n\n\nd\n\n<br>'],
    ['::: callout\na\n:::\n\n::: callout-tip\nb\n:::', '> [!NOTE]\n> a\n\n\n> [!TIP]\n> b\n'],
    ['a \\\\(x\\_i = \\\\theta\\\\) b', 'a $`x_i = \\theta`$ b'],
    ['\\\\[\na \\\\\\\\ b\n\\\\]', '$$a \\\\ b$$'],
    ['`\\\\(a\\\\)` \\(b\\) \\\\\\(c\\\\\\)'],
    ['::: details *More*\na\n:::', '<details><summary>*More*</summary>\n\na\n\n</details>'],
    ['::: {.callout-warning}\nHot.\n:::', '> [!WARNING]\n> Hot.\n'],
    ['```\n[toc]\n```\n\n[[Other# A b ]]', '```\n[toc]\n```\n\n[Other](</posts/other#a-b>)'],
    ['[TOC]\n\n[TOC]: /a'],
    ['* toc\n{:toc}\n\nText{:.x} {::options a="b" /} `{:.y}`', '\n\nText  `{:.y}`'],
    [
      '[[#A heading]] ![[Other]] [[a b.png]]',
      '[A heading](<#a-heading>) [Other](</posts/other>) [a b.png](</a b.png>)',
    ],
    [
      '[[Other|300]] ![[a b.png|A 300]] ![[a b.png#x|20x30]] ![[#x]]',
      '[300](</posts/other>) ![A 300](</a b.png>) ![](</a b.png>) ![[#x]]',
    ],
    ['[[_TOC_]]\n\n[toc] here\n\n[TOC]', '\n\n[toc] here\n\n'],
  ],
  liquid: [
    ['<div>\n{% highlight js %}\na\n{% endhighlight %}\n</div>', '<div>\n\n\n```js\na\n```\n\n\n</div>'],
    ['{% post_link other A title %}', '[A title](/posts/other)'],
    ['{% codeblock lang:js title %}\nx\n{% endcodeblock %}', '```js\nx\n```'],
    ['{% highlight ruby %}\nputs 1\n{% endhighlight %}', '```ruby\nputs 1\n```'],
    // Code on one line with text, a list mark or a table cell is a code span.
    ['Run {% highlight bash %}ls{% endhighlight %} now.\n\nTwo.', 'Run `ls` now.\n\nTwo.'],
    // A fence has lines of its own, in the same list item or quote.
    ['Run {% highlight sh %}\nls\n{% endhighlight %} now.', 'Run \n```sh\nls\n```\n now.'],
    ['{% highlight sh %}\nls\n{% endhighlight %} Then *so*.', '```sh\nls\n```\n Then *so*.'],
    ['a\n\n    {% code js %}a{% endcode %}', 'a\n\n    \n```js\na\n```'],
    ['A {% highlight sh %}\n    b\n    {% endhighlight %}', 'A \n```sh\n    b\n    \n```'],
    [
      '<div>\n    {% highlight js %}\n    a\n    {% endhighlight %}\n</div>',
      '<div>\n    \n\n```js\n    a\n    \n```\n\n\n</div>',
    ],
    ['{% raw %}{{ x }}{% endraw %}', '{{ x }}'],
    ['[x]({% post_url 2020-01-02-other %})', '[x](/posts/other)'],
    ['![x]({{ site.baseurl }}/a.png)', '![x](/a.png)'],
    ["[x]({{ '/a/' | relative_url }})", '[x](/a/)'],
    ['{{ "/a" | absolute_url }}', 'https://example.org/a'],
    ['{% blockquote Seth Godin %}wise{% endblockquote %}\n', '> wise\n>\n> — Seth Godin\n'],
    ['{% include embed/youtube.html id="a" %}', '[Video](https://www.youtube.com/watch?v=a)'],
    ['{% include video id="a" provider="vimeo" %}', '[Video](https://vimeo.com/a)'],
    ['{% include figure image_path="/a.jpg" alt="b" %}', '![b](/a.jpg)'],
    ['{% include wide.html url="/a.jpg" title="b" %}', '![b](/a.jpg)\n\n**b**'],
    ['{% include note.html content="Mind this." %}', '\n> [!NOTE]\n> Mind this.\n'],
    ['{% label primary@NEW %} {% quote One of them. %}', 'NEW \n> One of them.\n'],
    ['{% badge /a.png 64 https://b.example %}', '![](/a.png)'],
    ['[a]({% pst 2020/other %}) <a href="{% to other %}">', '[a](/posts/other) <a href="/posts/other">'],
  ],
  mdx: [
    ['Call <Code lang="js">`a` ``b`` `</Code> here.', 'Call ``` `a` ``b`` ` ``` here.'],
    ['<blockquote>wise</blockquote>'],
    ['a \\{"b"} \\\\{"c"}', 'a \\{"b"} \\\\c'],
    ['import A from "./a"\n\nText', '\n\nText'],
    ['import a from "./a.png"\n\n<img src={a} className="big" />', '\n\n<img src="./a.png" class="big" />'],
    ['<Image src="/a.png" alt="x" />', '![x](/a.png)'],
    ['<Chart title="T" file="/c.svg" />', '![T](/c.svg)'],
    ['a{" "}b{/* aside */}', 'a b'],
    ['<Link href="/a">text</Link>', '[text](/a)'],
    ['<Callout type="tip">\nDo.\n</Callout>', '> [!TIP]\n> Do.\n'],
    ['A line <Note>with [a](/b) link</Note> goes on.', 'A line with [a](/b) link goes on.'],
    ['<Link href="/x">one [a](/b) link</Link>', 'one [a](/b) link ([/x](/x))'],
    ['<Callout type="tip">\n\tDo.\n\n\tAnd *that*.\n</Callout>', '> [!TIP]\n> Do.\n> \n> And *that*.\n'],
    [
      '<div>\n  a **b**\n  - c\n    - d\n</div>\n\n<x-note>\n\te\n</x-note>',
      '<div>\n\na **b**\n- c\n  - d\n\n</div>\n\n<x-note>\n\ne\n\n</x-note>',
    ],
    [
      '<div>\n  <Note>\n    a\n\n    ```\n      b\n    ```\n  </Note>\n  <pre>\n    c\n  </pre>\n</div>',
      '<div>\n\n> [!NOTE]\n> a\n> \n> ```\n>   b\n> ```\n\n<pre>\n    c\n</pre>\n\n</div>',
    ],
    [
      '- a\n\n  <aside>\n    b\n  </aside>\n\n<figure>\n  <img src="c.png" />\n</figure>\n<p>\nd\n</p>',
      '- a\n\n  <aside>\n\n  b\n\n  </aside>\n\n<figure>\n<img src="c.png" />\n</figure>\n<p>\nd\n</p>',
    ],
    ['a <b className="c" constructor="d">e</b>', 'a <b class="c" constructor="d">e</b>'],
    ['`<Chart />` and `{x}`'],
    ['$$\n\\text{`a`} {b} c\n$$\n\n`{d}`'],
    [':::note Mind\nthis\n:::', '> [!NOTE]\n> **Mind**\n>\n> this\n'],
    [':::tip[Mind]\nthis\n:::\n\n:::note', '> [!TIP]\n> **Mind**\n>\n> this\n\n\n:::note'],
    ['- a\n\n  :::note\n  this\n  :::', '- a\n\n  > [!NOTE]\n  > this\n'],
    ['::::note\na\n:::tip B\nb\n:::\n::::', '> [!NOTE]\n> a\n> **B**\n> b\n> \n'],
    ['<Card url="https://a.example" image="/b.png">c</Card>', '![](/b.png)c'],
    ["<img src={require('./a.png').default} />", '<img src="./a.png" />'],
    ["<img src={useBaseUrl('img/a.png')} />", '<img src="/img/a.png" />'],
    ["<img src={require('@site/static/img/a.png').default}/>", '<img src="/img/a.png"/>'],
    ['a<br / >b <hr className="c" / >', 'a<br />b <hr class="c" />'],
    ['import {\n  a,\n} from "x"\nimport b from "y"\n\nText', '\n\nText'],
    ['<!-- {a} <B> --> c', '<!-- --> c'],
    ['<!-- {a} --> {"b"} <!-- {c} -->', '<!-- --> b'],
    ['export of {`a`} and { "b" }', 'export of a and b'],
    // An unclosed comment in a sentence is text.
    ['a comment is <!-- b\n\n{"c"}', 'a comment is <!-- b\n\nc'],
    ['where $\\mathbf{X}$ is, and $a_{i}$'],
    ['$$\n\\frac{1}{2}\n\n<A>\n$$\n\n{"b"}', '$$\n\\frac{1}{2}\n\n<A>\n$$\n\nb'],
    ['costs $\u007b5} to $\u007b6}, $7 and {"8"}$', 'costs $5 to $6, $7 and 8$'],
    ['a $b\n\n{"c"}$ d', 'a $b\n\nc$ d'],
    [':::note See [1]\na\n:::', '> [!NOTE]\n> **See [1]**\n>\n> a\n'],
    [':::note Mind: this :::\na\n:::', '> [!NOTE]\n> **Mind: this**\n>\n> a\n'],
    ['a{/* b */}c{/* } */}d{/* e', 'acd{/* e'],
  ],
  tera: [
    ['{{ youtube(id="abc") }}', '[Video](https://www.youtube.com/watch?v=abc)'],
    // Who said a quotation, and the title of a box, are part of it.
    ['{% quote(author="x") %}\nwise\n{% end %}', '\n> wise\n>\n> — x'],
    // Sources under other names.
    ['{{ figure(img="/a.jpg", caption="A") }}', '![A](/a.jpg)'],
    ['{{ youtube_player(video_id="abc") }}', '[Video](https://www.youtube.com/watch?v=abc)'],
    ["{{ youtube(id='a}}b') }}", '[Video](https://www.youtube.com/watch?v=a}}b)'],
  ],
  erb: [['A <%= site.url %> <%# c %>`<%= b %>`', 'A https://example.org `<%= b %>`']],
  components: [['<Shot src="a.png" :wide="true" /> `<B/>` {{ c }}', '![](a.png) `<B/>` {{ c }}']],
}

describe('generator syntax becomes markdown', () => {
  const rows = Object.entries(meanings).flatMap(([syntax, pairs]) =>
    pairs.map(([written, markdown = written]) => [syntax as SyntaxName, written, markdown] as const),
  )
  test.each(rows)('%s: %s', (syntax, written, markdown) => {
    const { text, untranslated } = translate(written, options([syntax]))
    expect(text).toBe(markdown)
    expect(untranslated).toEqual([])
  })
})

describe('unknown generator syntax', () => {
  const told: readonly (readonly [
    syntax: SyntaxName,
    written: string,
    left: string,
    at: number,
    kept: 'text' | 'nothing',
  ])[] = [
    ['shortcodes', 'a {{< tabs >}}inner{{< /tabs >}} b', 'a inner b', 2, 'text'],
    ['shortcodes', 'a {{< relref "gone.md" >}}', 'a ', 2, 'nothing'],
    ['liquid', 'a {{ page.views }} b', 'a  b', 2, 'nothing'],
    ['liquid', '{% include x.html %}', '', 0, 'nothing'],
    ['liquid', 'Use {% highlight %} here.', 'Use  here.', 4, 'nothing'],
    ['liquid', 'by {{ "Ada" | team_link }}', 'by Ada', 3, 'text'],
    ['liquid', 'by {{ "/img/ada.png" | photo }}', 'by ', 3, 'nothing'],
    ['mdx', 'a <Tabs>\n\nkept\n\n</Tabs>', 'a \n\nkept\n\n', 2, 'text'],
    ['mdx', 'a <img alt="b" src={pick(c)} />', 'a <img alt="b" />', 14, 'nothing'],
    ['components', '## A <JumpToc/>', '## A ', 5, 'nothing'],
    ['mdx', 'n = {count(3)}.', 'n = .', 4, 'nothing'],
    ['mdx', 'n = {it\'s\n"}" + `\n}`}.', 'n = .', 4, 'nothing'],
    ['shortcodes', ':::columns More\nkept\n:::', '\nkept\n', 0, 'text'],
    // Within a sentence, its label replaces it.
    ['mdx', 'Thanks to <Mention name="Ada" />!', 'Thanks to Ada!', 10, 'text'],
    ['mdx', '<Mention name="Ada" /> did it.', 'Ada did it.', 0, 'text'],
    ['mdx', 'a\n\n <Card title="T" /> \n\nb', 'a\n\n  \n\nb', 4, 'nothing'],
    ['mdx', 'See <Badge name="x" tone="red" />.', 'See .', 4, 'nothing'],
  ]
  test.each(told)('%s: %s is reported, and its text is kept', (syntax, written, left, at, kept) => {
    const { text, untranslated } = translate(written, options([syntax]))
    expect(text).toBe(left)
    expect(untranslated.map(({ offset }) => offset)).toEqual([at])
    expect(untranslated[0]?.hasText, 'whether it is said that text is kept').toBe(kept === 'text')
  })

  test('braces and angle brackets are literal without a generator', () => {
    const written = '{{ x }} {% if %} {{< y >}} <Tabs> {z}'
    expect(translate(written, options([])).text).toBe(written)
  })

  test('a shortcode in code is literal', () => {
    const written = '```\n{{< tabs >}}\n```\n`{{ page.title }}`'
    expect(translate(written, options(['shortcodes', 'liquid'])).text).toBe(written)
  })
})

test('{{ site.url }} works everywhere, in code too', () => {
  expect(translate('`curl {{ site.url }}/a`', options([])).text).toBe('`curl https://example.org/a`')
})

test('every offset maps back to its source', () => {
  const written = 'a {{< youtube x >}} tail'
  const { text, originalOffset } = translate(written, options(['shortcodes']))
  expect(written.slice(originalOffset(text.indexOf('tail')))).toBe('tail')
  expect(originalOffset(text.indexOf('Video'))).toBe(2)
})

test('tags between `raw` and `endraw` are literal and not reported', async () => {
  const body = '{% raw %}Write {{ page.title }} and {% include a.html %}.{% endraw %}\n\nNot {{ "{{" }} here.'
  const { value, diagnostics } = await readArchive(
    fromMemory({ '_config.yml': '', '_posts/2020-01-02-a.md': `---\ntitle: A\n---\n\n${body}\n` }),
  )
  expect(value?.posts[0]?.markdown).toContain('Write {{ page.title }} and {% include a.html %}.')
  expect(diagnostics.filter(({ line }) => line === 5)).toEqual([])
})

describe('whether markdown is MDX', () => {
  const read = async (body: string, settings: string) => {
    const files = {
      'posts/a.md': `---\ntitle: A\n---\n\n${body}\n`,
      'archive.yaml': `posts: posts/**\n${settings}\n`,
    }
    const { value } = await readArchive(fromMemory(files), { baseUrl: 'https://example.org' })
    return value?.posts[0]?.markdown.trim()
  }
  const plain = 'Set {a: 1} or {b}.'
  const jsx = 'Set {"a"}.\n\n<Note>\n\nB\n\n</Note>'
  const mdx = 'Set a.\n\n> [!NOTE]\n> \n> B'
  test.each([
    ['generator: next', plain, plain],
    ['generator: next', jsx, mdx],
    ['generator: astro', '{/* c */}\n\nSet {"a"}.', 'Set a.'],
    ['generator: gatsby', `\`{/* c */}\` ${plain}`, `\`{/* c */}\` ${plain}`],
    ['generator: docusaurus', 'Set {"a"}.', 'Set a.'],
    ['generator: docusaurus\nsyntaxes: []', 'Set {"a"}.', 'Set {"a"}.'],
    ['generator: jekyll', jsx, jsx],
    ['generator: jekyll\nsyntaxes: [mdx]', 'Set {"a"} {{ b }}.', 'Set a .'],
    ['syntaxes: [jsx, definition-lists]', `${jsx}\n\nTerm\n: Is.`, `${mdx}\n\n\n\n- **Term**: Is.`],
  ])('%s: %j', async (settings, written, markdown) => {
    expect((await read(written, settings))?.replace(/\n{3,}/g, '\n\n')).toBe(
      markdown.replace(/\n{3,}/g, '\n\n'),
    )
  })
})
