import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { wordSet } from '../../src/base/wording.ts'
import {
  highlightAny,
  highlightBuiltIn,
  loadLanguages,
  languageNamed,
  languageNames,
} from '../../src/markdown/decorate/highlight.ts'
import { cases } from '../thorough.ts'
import { one } from './build.ts'

beforeAll(async () => {
  await loadLanguages(languageNames)
})

/** The visible text of HTML. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** Code in some languages, and spans that it must contain. */
const samples: Readonly<Record<string, readonly [code: string, spans: string]>> = {
  bash: ['$ if [ -n "$X" ]; then echo; fi # c\n', 'c:$ | k:if | s:" | a:$X | k:then | c:# c'],
  c: ['#include <a.h>\nint f(void) { return 0x1F; } /* c */', 'k:return | n:0x1F | c:/* c */'],
  cpp: ['class A : public B { std::string s = "x"; };', 'k:class | t:A | s:"x"'],
  css: ['a.b { color: #fff } /* c */', 't:a | f:.b | a:color | n:#fff | c:/* c */'],
  diff: ['@@ -1 +1 @@\n-old\n+new\n< a\n> b\n', 'd:-old | i:+new | d:&lt; a | i:&gt; b'],
  dockerfile: ['FROM node:20\nRUN echo "x" # c\n', 'k:FROM | k:RUN | s:"x"'],
  go: ['func main() { x := "s" } // c', 'k:func | f:main | s:"s" | c:// c'],
  http: ['GET /a HTTP/1.1\nHost: x\n\n{"a": 1}\n\nHTTP/1.1 200 OK\n', 'k:GET | a:Host | a:"a" | n:200'],
  ini: ['[s]\nkey = "v" # c\nn = 1_000\nnode = one\n', 'f:[s] | a:key | s:"v" | c:# c | n:1_000'],
  java: ['public class A { int x = 1; } // c', 'k:class | t:A | n:1 | c:// c'],
  javascript: [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
    'const f = g(`x ${a} y`) // c',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
    'k:const | f:g | s:`x </span>${a}<span class="t-s"> y` | c:// c',
  ],
  json: ['{"a": [1, true, "x"]}', 'a:"a" | n:1 | n:true | s:"x"'],
  kotlin: ['fun main() { val x = "s" }', 'k:fun | f:main | s:"s"'],
  markdown: ['# T\n\n- `a` [b](c)\n', 'f:# T | k:- | s:`a` | s:c'],
  php: ['<?php function f() { return "x"; }', 'k:function | f:f | s:"x"'],
  python: ['def f(x):\n    return f"a{x}" # c', 'k:def | f:f | k:return | c:# c'],
  ruby: ['def f\n  puts "a" # c\nend', 'k:def | f:f | s:"a" | c:# c'],
  rust: ['fn main() -> Vec<u8> { let x = "s"; } // c', 'k:fn | f:main | t:Vec | s:"s" | c:// c'],
  shell: ['# c\n$ echo "x" | wc\nx\n', 'c:# c | c:$ | f:echo | s:"x" | f:wc'],
  sql: ["SELECT a FROM t WHERE x = 'y' -- c", `k:SELECT | s:'y' | c:-- c`],
  swift: ['func f() -> Int { return 1 } // c', 'k:func | f:f | t:Int | n:1 | c:// c'],
  typescript: [
    'interface Cat { b?: string; type: Dog } // c',
    'k:interface | t:Cat | a:b | f:string | a:type | t:Dog | c:// c',
  ],
  xml: ['<a href="x">t</a><!-- c -->', 't:a | a:href | s:"x" | c:&lt;!-- c --&gt;'],
  yaml: ['key: "v" # c\nn: 1\n', 'a:key: | s:"v" | c:# c | n:1'],
  elixir: ['defmodule A do\n  def f(x), do: "a" # c\nend', 'k:defmodule | f:A | k:def | f:f | s:"a" | c:# c'],
  scala: ['object A { def f(x: Int): Int = 1 } // c', 'k:object | f:A | k:def | f:f | t:Int | n:1 | c:// c'],
  haskell: ['module Main where\nf :: Int -> Int\nf x = 1 -- c', 'k:module | t:Int | n:1 | c:-- c'],
}

describe('highlights common languages', () => {
  test.each(Object.entries(samples))('%s', (name, [code, spans]) => {
    const html = highlightAny(code, name)
    for (const span of spans.split(' | ')) {
      const [kind = '', text] = [span.slice(0, 1), span.slice(2)]
      expect(html).toContain(`<span class="t-${kind}">${text}</span>`)
    }
    expect(textOf(html)).toBe(code)
  })

  test('accepts common language names', () => {
    expect(languageNames.length).toBeGreaterThanOrEqual(100)
    const asked =
      'js jsx TS tsx sh zsh console py yml html svg c++ golang rs rb kt toml docker md json5 patch ' +
      'C# f# ex exs scala hs clj lua perl r jl nim nix tf make cmake ps1 latex proto graphql dart vim'
    expect(asked.split(' ').filter((name) => languageNamed(name) === undefined)).toEqual(['tf'])
    expect(languageNamed(''), 'code without a language').toBeUndefined()
    expect(languageNamed('text')).toBeUndefined()
    expect(languageNamed('constructor')).toBeUndefined()
  })

  test('a URL in JSON is not a comment', () => {
    const html = highlightAny('{"a": "https://example.org/b", // c\n"d": ["http://e"]}', 'json')
    expect(html).toContain('<span class="t-s">"https://example.org/b"</span>')
    expect(html).toContain('<span class="t-s">"http://e"</span>')
    expect(html.match(/t-c/g)).toHaveLength(1)
  })

  test('highlights prompts in a block of sh', () => {
    const html = highlightAny('$ A=b curl -l | wc\n$ cd "$HOME"\n', 'bash')
    expect(html).toContain('<span class="t-a">A</span>=b curl -l | <span class="t-f">wc</span>')
    expect(html.match(/<span class="t-c">\$<\/span>/g)).toHaveLength(2)
    expect(html).toContain('<span class="t-s">"</span><span class="t-a">$HOME</span>')
  })

  test('keeps state between windows', () => {
    const comment = `/* ${'const a = 1\n'.repeat(400)} */`
    expect(highlightAny(`${comment}\nlet b\n`, 'javascript')).toBe(
      `<span class="t-c">${comment}</span>\n<span class="t-k">let</span> b\n`,
    )
  })

  test('leaves lines over 500 characters and code over 16,000 characters plain', () => {
    const line = `let a = [${'1, '.repeat(163)}]`
    expect(highlightAny(`let b\n${line}`, 'javascript')).toContain('t-k')
    expect(highlightAny(`let b\n${line}, 2`, 'javascript')).not.toContain('span')
    expect(highlightAny('let a\n'.repeat(2_666), 'javascript')).toContain('t-k')
    expect(highlightAny('let a\n'.repeat(2_667), 'javascript')).not.toContain('span')
  })

  test('does not depend on what was highlighted before', async () => {
    const all = Object.entries(samples)
    const afterAll = all.map(([name, [code]]) => highlightAny(code, name))
    for (const [at, [name, [code]]] of all.entries()) {
      vi.resetModules()
      const fresh = await import('../../src/markdown/decorate/highlight.ts')
      await fresh.loadLanguages([name])
      expect(fresh.highlightAny(code, name), name).toBe(afterAll[at])
    }
  })

  test("the engine's own pages do not depend on what posts have loaded", async () => {
    expect(highlightBuiltIn('def f(x) = x', 'scala')).toBe('def f(x) = x')
    expect(highlightBuiltIn('def f(x): pass', 'python')).toContain('t-k')
  })
})

const marks = fc.constantFrom(
  ...'" \' ` } ${ { ( ) [ ] < > </ /> <!-- --> /* */ // # -- \\ \\n = => -> :: : ; , . & &amp;'.split(' '),
  ...'""" \'\'\' ?> <script> </script> <style> $( $x @ % | é 日 🎉'.split(' '),
  ...['# ', '\n', '\n\n', '  ', '\t', '<?php ', '<<EOF\n', 'EOF\n', '+a\n', '-b\n', '@@ -1 +1 @@\n'],
  ...['HTTP/1.1 200 OK\n', 'GET /a\n', 'A: b\n', '---\n', '- ', '* '],
)
const words = wordSet(`if else function class def fn let const var import from return true null 1 0x1f 3.14
  1e5 a b Foo foo_bar`)
const piece = fc.oneof(marks, fc.constantFrom(...words), fc.constant(' '), fc.string({ maxLength: 4 }))
const generated = fc
  .array(piece, { minLength: 10, maxLength: 60 })
  .map((parts) => parts.join('').replaceAll('\r', ''))
const count = cases(300, 5_000)

test(`${count} pieces of anything, as any language, show what is written`, () => {
  let compared = 0
  let spans = 0
  fc.assert(
    fc.property(generated, fc.constantFrom(...languageNames), (code, name) => {
      const html = highlightAny(code, name)
      compared++
      spans += html.split('<span').length - 1
      expect(textOf(html)).toBe(code)
      expect(html.replace(/<span class="t-[kscnftadi]">|<\/span>/g, '')).not.toMatch(/[<>]/)
    }),
    { numRuns: count },
  )
  expect(compared).toBeGreaterThanOrEqual(count)
  expect(spans, 'there is something to see').toBeGreaterThan(count)
})

/** Fence options of generators: title and marked lines. */
test.each<readonly [info: string, title: string, lines: string]>([
  ['ts title="src/index.ts" {2,4}', 'src/index.ts', '2 4'],
  ["ts {2-3} title='a b.ts' showLineNumbers", 'a b.ts', '2 3'],
  ['ts{1,3}:title=src/a.ts', 'src/a.ts', '1 3'],
  ['ts{3} [src/a.ts]', 'src/a.ts', '3'],
  ['ts {hl_lines=[1,"3-4"],linenos=inline}', 'ts', '1 3 4'],
  ['ts hl_lines="2 4" title="x < y"', 'x &lt; y', '2 4'],
  ['rust,hl_lines=2-3,name=a.rs', 'a.rs', '2 3'],
  ['{.python filename="a.py"}', 'a.py', ''],
  ['title="notes"', 'notes', ''],
  ['ts {9}', 'ts', ''],
  ['ts showLineNumbers={2} start={3}', 'ts', ''],
  ['{hl_lines=[1]}', '', '1'],
  ['{linenos=1 hl_lines=[2]}', '', '2'],
  ['linenos="table"', '', ''],
  ['ts=12', 'ts', ''],
  ['{r, echo=FALSE}', 'r', ''],
  ['ts showLineNumbers={2} {1} ', 'ts', '1'],
  ['ts mark={2-3} ins={1}', 'ts', '2 3'],
  ['{.ts filename="a.ts" code-line-numbers="2,4"}', 'a.ts', '2 4'],
  ['ts {a: 1} [ ] subtitle="x"', 'ts', ''],
])('the fence %s has a caption and marked lines', async (info, title, lines) => {
  const code = 'a1\na2\n\na4\n'
  const { html, markdown } = await one(`\`\`\`${info}\n${code}\`\`\``)
  expect(/<figcaption>(.*?)<\/figcaption>/.exec(html)?.[1] ?? '').toBe(title)
  const marked = /<code[^>]*>([\s\S]*)<\/code>/.exec(html)?.[1] ?? ''
  expect(marked.replace(/<[^>]*>/g, '')).toBe(code)
  const numbers = marked
    .replace(/<\/?span[^>]*>/g, '')
    .split('\n')
    .flatMap((line, nth) => (line.replace('</mark>', '').startsWith('<mark>') ? nth + 1 : []))
  expect(numbers.join(' ')).toBe(lines)
  expect(markdown).toContain(`\`\`\`${info}\n`)
})

test.each([
  ['sh tab="curl" run', 'data-lang="sh" data-tab="curl" data-run="Run"', 'curl'],
  ['js tab=JavaScript', 'data-lang="js" data-tab="JavaScript"', 'JavaScript'],
  ['cpp tab="C++ 20" title="a.cc"', 'data-lang="cpp" data-tab="C++ 20"', 'a.cc'],
  ['sh run', 'data-lang="sh"', 'sh'],
])('a fence can be a tab, also beside HTML: %s', async (info, data, caption) => {
  for (const body of [`\`\`\`${info}\na\n\`\`\``, `<div>\n\n\`\`\`${info}\na\n\`\`\`\n\n</div>`]) {
    const { html } = await one(body)
    expect(html).toContain(`<figure class="code" ${data}><figcaption>${caption}</figcaption>`)
  }
})
