import { describe, expect, test } from 'vitest'
import { safeSvg } from '../../src/archive/files/svg.ts'
import { highlight } from '../../src/archive/furniture/highlight.ts'
import { grammars, type LanguageName } from '../../src/archive/furniture/languages.ts'
import { renderHtml } from '../../src/archive/html.ts'
import { parseMarkdown } from '../../src/archive/markdown.ts'
import { translate } from '../../src/archive/translate/translate.ts'
import type { Syntax } from '../../src/archive/translate/untranslated.ts'
import { cases } from '../thorough.ts'
import { growth, linear, shapesOf } from './ratio.ts'

/** What is added to markdown, written so that it could cost the square of its length: opened and never closed, or deep in itself. */

const many = (count: number, make: (nth: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, nth) => make(nth)).join(between)

const bodies: Readonly<Record<string, (n: number) => string>> = {
  'dollars before words': (n) => '$a '.repeat(5 * n),
  'dollars and backquotes': (n) => '$`a '.repeat(5 * n),
  'formulas on lines that are never closed': (n) => '$$ a\n'.repeat(n),
  'formulas after text that are never closed': (n) => `a\n${'$$\\sum\n'.repeat(n)}`,
  formulas: (n) => '$a^2$ '.repeat(n),
  'tildes before words': (n) => '~a '.repeat(5 * n),
  'tildes on both sides': (n) => '~a~ ~~b~~ '.repeat(3 * n),
  'tildes of every kind': (n) => '~a ~~b ~~~c '.repeat(3 * n),
  'addresses that begin with www': (n) => 'www.a.b '.repeat(3 * n),
  'www without an address': (n) => 'www._'.repeat(5 * n),
  'www with brackets': (n) => `www.a.b/${'(.)'.repeat(5 * n)}`,
  'mail addresses': (n) => 'a@b.cd '.repeat(3 * n),
  'at signs': (n) => 'a@'.repeat(10 * n),
  'a mail address without an end': (n) => `a@${'b.'.repeat(10 * n)}`,
  alerts: (n) => '> [!NOTE]\n> a\n\n'.repeat(n),
  'alerts that are empty': (n) => '> [!NOTE]\n\n'.repeat(n),
  'alerts with titles': (n) => '> [!tip]- a\n> b\n\n'.repeat(n),
  'headings with names': (n) => many(n, (nth) => `## a {#b${nth}}`, '\n\n'),
  'admonitions in a list': (n) => `- a\n${'    !!! tip\n        b\n'.repeat(n)}`,
  'formulas that are not closed': (n) => '\\\\(a '.repeat(n),
  'sizes of images': (n) => '![](a =1x'.repeat(n),
  'attributes after links': (n) => '[a](b){.c} '.repeat(n),
  'attributes on lines': (n) => 'a\n{.b}\n'.repeat(n),
  'attributes after brackets': (n) => `${'['.repeat(n)}${'a]{.b}'.repeat(n)}`,
  'headings of braces': (n) => `## ${'{#'.repeat(10 * n)}`,
  'tasks of a list': (n) => '- [x] a\n'.repeat(n),
  'tasks in each other': (n) =>
    many(Math.min(n, 40), (nth) => `${'  '.repeat(nth)}- [ ] a`, '\n').repeat(n / 40),
  'words between angle brackets': (n) => 'Vec<T> '.repeat(3 * n),
  'words between angle brackets, closed elsewhere': (n) => many(n, (nth) => `<T${nth}> </U${nth}>`),
  'elements in each other': (n) => `${'<div>'.repeat(n)}a${'</div>'.repeat(n)}`,
  'elements in each other, in blocks': (n) => `${'<div>\n\n'.repeat(n)}a\n\n${'</div>\n\n'.repeat(n)}`,
  'elements that close themselves': (n) => `a ${'<div/>'.repeat(n)}`,
  'bold that is never closed': (n) => `<div>\n\n${many(n, (nth) => `<b id="${nth}">a`, '\n\n')}`,
  'tables in each other': (n) => '<table><tr><td>'.repeat(n),
  'scripts that are never closed': (n) => '<script> '.repeat(3 * n),
  'styles that are never closed, in a block': (n) => `<div>${'<style '.repeat(3 * n)}`,
  'comments that are never closed, in a block': (n) => `<div>${'<!-- '.repeat(5 * n)}`,
  'declarations that are never closed': (n) => `a ${'<!A <![CDATA[ <?x '.repeat(3 * n)}`,
  'attributes that are never closed': (n) => `<div>${`<a b="<a b='" c="' c='`.repeat(n)}`,
  'attributes of one tag': (n) => `<a ${many(5 * n, (nth) => `a${nth}`)}>`,
  'pictures of one srcset': (n) => `<img srcset="${'a.png 1x, '.repeat(n)}">`,
  'commas of one srcset': (n) => `<img srcset="${',a,'.repeat(5 * n)}">`,
  'blocks between tags': (n) => `<details>\n\n${'a\n\n'.repeat(n)}</details>`,
  'images, each a figure': (n) => many(n, (nth) => `![a](/${nth}.png "b")`, '\n\n'),
  'images of HTML': (n) => `<div>${'<img src="/a.png">'.repeat(n)}</div>`,
  'tables of one name': (n) => '| a | b |\n|-|-|\n| 1 | 2 |\n\n'.repeat(n),
  'columns of a table': (n) => `${'|a'.repeat(n)}|\n${'|-'.repeat(n)}|\n${'|1'.repeat(n)}|\n`,
  'digits in a cell': (n) => `| a |\n|-|\n| ${'1,'.repeat(10 * n)} |\n`,
  'blocks in two directions': (n) => many(n, (nth) => (nth % 2 ? '- a' : '> שלום'), '\n\n'),
  'pieces of code': (n) => '```js\nlet a\n```\n\n'.repeat(n),
  'names of languages': (n) => `\`\`\`${'{.'.repeat(10 * n)}\na\n\`\`\``,
  'entities in HTML': (n) => `<div>${'&amp;'.repeat(5 * n)}</div>`,
}

function read(markdown: string): string {
  return renderHtml(parseMarkdown(markdown))
}

const sources: Readonly<Record<string, readonly [Syntax, (n: number) => string]>> = {
  'shortcodes that are never closed': ['hugo', (n) => '{{< '.repeat(5 * n)],
  'shortcodes with quotes that are never closed': ['hugo', (n) => '{{< \\" '.repeat(3 * n)],
  'shortcodes in each other': ['hugo', (n) => `${'{{< note >}}\n'.repeat(n)}${'{{< /note >}}\n'.repeat(n)}`],
  shortcodes: ['hugo', (n) => '{{< youtube a >}} '.repeat(n)],
  'tags that are never closed': ['liquid', (n) => '{% '.repeat(5 * n)],
  'expressions that are never closed': ['liquid', (n) => "{{ ' ".repeat(5 * n)],
  'raw that is never closed': ['liquid', (n) => '{% raw %} '.repeat(n)],
  'highlights in each other': [
    'liquid',
    (n) => `${'{% highlight a %}'.repeat(n)}${'{% endhighlight %}'.repeat(n)}`,
  ],
  'calls that are never closed': ['zola', (n) => '{{ a( '.repeat(5 * n)],
  'ends of nothing': ['zola', (n) => '{% end %} '.repeat(2 * n)],
  'braces that are never closed': ['mdx', (n) => '{'.repeat(5 * n)],
  'braces with quotes': ['mdx', (n) => "{ \\' \\` ".repeat(2 * n)],
  'braces with comments': ['mdx', (n) => '{/* '.repeat(3 * n)],
  'braces in quotes': ['mdx', (n) => '{"{"'.repeat(3 * n)],
  'components that are never closed': ['mdx', (n) => '<Foo '.repeat(5 * n)],
  'components with attributes that are never closed': ['mdx', (n) => '<Foo a={ '.repeat(3 * n)],
  'components in each other': ['mdx', (n) => `${'<Note>\n'.repeat(n)}${'</Note>\n'.repeat(n)}`],
  'links in each other': [
    'mdx',
    (n) => `${many(n, (nth) => `<A${nth} href="b">`)}${many(n, (nth) => `</A${n - nth - 1}>`)}`,
  ],
  'elements across each other': [
    'mdx',
    (n) =>
      ['<x-', '</x-']
        .flatMap((mark) => Array.from({ length: n / 2 }, (_, at) => `${mark}${at}>\n  a\n`))
        .join(''),
  ],
  'elements on one line': ['mdx', (n) => `${'<div> '.repeat(n)}\n${'</div> '.repeat(n)}`],
  'imports that are never closed': ['mdx', (n) => 'import {a\n\n'.repeat(n)],
  'imports in a sentence': ['mdx', (n) => 'a\nimport {a}\n'.repeat(n)],
  'comments that are never closed': ['mdx', (n) => '<!-- '.repeat(5 * n)],
  'comments in a sentence that are never closed': ['mdx', (n) => `a${' <!--'.repeat(5 * n)}`],
  'attribute lists that are never closed': ['kramdown', (n) => '{: '.repeat(5 * n)],
  'dollars that are never closed': ['kramdown', (n) => '$$a\n'.repeat(3 * n)],
  'definitions with quotes that are never closed': ['kramdown', (n) => `[a]: b ${'" '.repeat(5 * n)}c`],
  'formulas of one line': ['kramdown', (n) => 'a $$b$$ '.repeat(n)],
  definitions: ['kramdown', (n) => 'a\n: b\n'.repeat(n)],
  'definitions of one term': ['kramdown', (n) => `a\n${': b\n\n    c\n'.repeat(n)}`],
  'colons after long paragraphs': ['kramdown', (n) => `${'a\n'.repeat(n)}: b\n\n`.repeat(3)],
  'empty lines in a box': ['hugo', (n) => `{{% note %}}\n${'\n'.repeat(20 * n)}a\n{{% /note %}}`],
  'boxes that are never closed': ['mdx', (n) => ':::note\na\n'.repeat(n)],
  'boxes in each other': ['mdx', (n) => `${':::note\n'.repeat(n)}${':::\n'.repeat(n)}`],
  'a class that a box never names': ['mdx', (n) => `:::${'{'.repeat(10 * n)}}`],
  'ends of boxes': ['mdx', (n) => ':::\n'.repeat(n)],
  'pre that is never closed, in HTML': ['html', (n) => '<pre>\n\n'.repeat(3 * n)],
  'admonitions that say nothing': ['kramdown', (n) => '!!! note\n    \n'.repeat(n)],
  'admonitions in each other': [
    'kramdown',
    (n) => many(n, (nth) => `${' '.repeat(4 * (nth % 20))}!!! note`, '\n'),
  ],
  'an admonition of empty lines': ['kramdown', (n) => `!!! note\n    a${'\n'.repeat(20 * n)}b`],
  'notes that are never closed': ['kramdown', (n) => '[[a'.repeat(5 * n)],
  'notes with headings that are never closed': ['kramdown', (n) => '[[a#b|c'.repeat(3 * n)],
  notes: ['kramdown', (n) => '[[a#b|c]] '.repeat(n)],
  'pre in HTML': ['html', (n) => '<pre>\n\n</pre>\n'.repeat(n)],
  'highlights that are never closed, in HTML': ['html', (n) => '{% highlight a %}\n'.repeat(2 * n)],
  'shortcodes in one line of HTML': ['html', (n) => `\n${' '.repeat(n)}${'{{< a >}} '.repeat(2 * n)}`],
  'shortcodes in one line of HTML, never closed': ['html', (n) => `\n${'{{< '.repeat(5 * n)}`],
  'tabs in a line of HTML': ['html', (n) => `a${'\t'.repeat(10 * n)}b`],
  'empty lines of HTML': ['html', (n) => `a${' \n'.repeat(10 * n)}`],
  'code shortcodes': ['kramdown', (n) => '[code]a[/code] '.repeat(n)],
  'code shortcodes that are never closed': ['kramdown', (n) => `${'[code] '.repeat(3 * n)}[/php]`],
  'code shortcodes of many names': [
    'kramdown',
    (n) => many(n, (nth) => `[cc_${nth}]`) + many(n, (nth) => `[/cc_${n - nth - 1}]`),
  ],
  'pairs of shortcodes in each other': ['kramdown', (n) => `${'[a b="c"]'.repeat(n)}${'[/a]'.repeat(n)}`],
  'captions without a picture': ['kramdown', (n) => '[caption]![a[/caption]'.repeat(n)],
  'shortcodes in one line': ['kramdown', (n) => `${'[youtube a]\t'.repeat(n)}[/a]`],
  'backslashes before shortcodes': ['kramdown', (n) => `${'\\[/a'.repeat(3 * n)}[/code]`],
  'backquotes of every length': [
    'mdx',
    (n) => many(Math.ceil(Math.sqrt(50 * n)), (nth) => '`'.repeat(nth + 1)),
  ],
}

/** Code that is opened and never closed, or could be the beginning of much; read by every grammar. */
const code: Readonly<Record<string, (n: number) => string>> = {
  'one word': (n) => 'a'.repeat(10 * n),
  digits: (n) => '0'.repeat(10 * n),
  spaces: (n) => ' '.repeat(10 * n),
  'empty lines': (n) => '\n'.repeat(10 * n),
  'strings that are never closed': (n) => '"a\n\'b\n'.repeat(n),
  'quotes in a row': (n) => '"\'`'.repeat(3 * n),
  'templates in each other': (n) => '`${a'.repeat(2 * n),
  'comments that are never closed': (n) => '/* <!-- """ '.repeat(n),
  'brackets that are never closed': (n) => '({[<'.repeat(3 * n),
  'tags that are never closed': (n) => '<a b="c" '.repeat(n),
  'scripts that are never closed': (n) => '<script <style>'.repeat(n),
  'keys that never come to their value': (n) => 'a.b: c, .d '.repeat(n),
  'keys of one line': (n) => '- a: '.repeat(2 * n),
  'files that are included': (n) => '#include <a '.repeat(n),
  'slashes in a row': (n) => '=/a[/'.repeat(2 * n),
  'expressions with classes that are never closed': (n) => '=/['.repeat(4 * n),
  'expressions with classes, never closed': (n) => `${'=/['.repeat(4 * n)}]`,
  'spaces between words': (n) => `a${' '.repeat(10 * n)}b`,
  'holes of a string that are never closed': (n) => `"${'${ #{ {$ \\( '.repeat(n)}"`,
  'dollars and signs': (n) => '$ ${ $( @a # '.repeat(n),
  'messages without a body': (n) => 'GET /\n\n'.repeat(n),
}

/** All of the grammars, one after the other. */
function highlightAll(written: string): string[] {
  return (Object.keys(grammars) as LanguageName[]).map((name) => highlight(written, name))
}

function translated(syntax: Syntax): (source: string) => string {
  const options = {
    syntaxes: new Set([syntax]),
    variables: new Map<string, string>(),
    components: new Map<string, string>(),
    address: () => undefined,
    addressOfNote: () => '/posts/a',
  }
  return (source) => translate(source, options).text
}

/** Collecting garbage can double a time by chance; what is quadratic fails every time. */
const patient = { timeout: 120_000, retry: 3 }

describe('what is added to markdown is read in time that is linear in its length', patient, () => {
  test.each(shapesOf(bodies))('%s', (_, make) => {
    expect(growth(make, read, cases(500, 1000))).toBeLessThan(linear)
  })
})

describe('code is highlighted in time that is linear in its length', patient, () => {
  test.each(shapesOf(code))('%s', (_, make) => {
    expect(growth(make, highlightAll, cases(500, 2000))).toBeLessThan(linear)
  })
})

const root = '<svg xmlns="http://www.w3.org/2000/svg">'

describe('a drawing is read in time that is linear in its length', patient, () => {
  test.each(
    Object.entries({
      'elements in each other': (n: number) => `${root}${'<g>'.repeat(n)}${'</g>'.repeat(n)}</svg>`,
      'elements that are left out': (n: number) => `${root}${'<script/>'.repeat(n)}</svg>`,
      'attributes that are left out': (n: number) =>
        `${root.slice(0, -1)} ${many(n, (nth) => `on${nth}="a"`)}/>`,
      'comments that are never closed': (n: number) => `${root}${'<!-- '.repeat(n)}`,
      'types of documents': (n: number) => '<!DOCTYPE '.repeat(n),
      'styles that load something': (n: number) => `${root}<style>${'@import url(a'.repeat(n)}</style></svg>`,
      'pieces of a style': (n: number) => `${root}<style>${'@<!-- -->import a;'.repeat(n)}</style></svg>`,
      'entities of its own': (n: number) => `<!DOCTYPE a [<!ENTITY b "c">]>${root}${'&b;'.repeat(n)}</svg>`,
    }),
  )('%s', (_, make) => {
    expect(growth(make, (source) => safeSvg(source), 5000)).toBeLessThan(linear)
  })
})

describe('what generators add is translated in time that is linear in its length', patient, () => {
  test.each(shapesOf(sources))('%s', (_, [syntax, make]) => {
    expect(growth(make, translated(syntax), cases(500, 2000))).toBeLessThan(linear)
  })
})
