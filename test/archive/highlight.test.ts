import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { highlight } from '../../src/markdown/decorate/highlight.ts'
import { grammars, type LanguageName, languageNamed } from '../../src/markdown/decorate/languages.ts'
import { cases } from '../thorough.ts'

const names = Object.keys(grammars) as LanguageName[]

/** What of HTML a reader sees. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** A piece of each language, and the spans that must be in it. */
const samples: Readonly<Record<LanguageName, readonly [code: string, ...spans: string[]]>> = {
  bash: ['$ if [ -n "$X" ]; then echo; fi # c\n', 'c:$', 'k:if', 's:"', 'a:$X', 'k:then', 'c:# c'],
  c: ['#include <a.h>\nint f(void) { return 0x1F; } /* c */', 'k:return', 'n:0x1F', 'c:/* c */'],
  cpp: ['class A : public B { std::string s = "x"; };', 'k:class', 't:A', 's:"x"'],
  css: ['a.b { color: #fff } /* c */', 't:a', 'f:.b', 'a:color', 'n:#fff', 'c:/* c */'],
  diff: ['@@ -1 +1 @@\n-old\n+new\n', 'd:-old', 'i:+new'],
  dockerfile: ['FROM node:20\nRUN echo "x" # c\n', 'k:FROM', 'k:RUN', 's:"x"'],
  go: ['func main() { x := "s" } // c', 'k:func', 'f:main', 's:"s"', 'c:// c'],
  http: ['GET /a HTTP/1.1\nHost: x\n\n{"a": 1}\n\nHTTP/1.1 200 OK\n', 'k:GET', 'a:Host', 'a:"a"', 'n:200'],
  ini: ['[s]\nkey = "v" # c\nn = 1_000\nnode = one\n', 'f:[s]', 'a:key', 's:"v"', 'c:# c', 'n:1_000'],
  java: ['public class A { int x = 1; } // c', 'k:class', 't:A', 'n:1', 'c:// c'],
  javascript: [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
    'const f = g(`x ${a} y`) // c',
    'k:const',
    'f:g',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
    's:`x </span>${a}<span class="t-s"> y`',
    'c:// c',
  ],
  json: ['{"a": [1, true, "x"]}', 'a:"a"', 'n:1', 'n:true', 's:"x"'],
  kotlin: ['fun main() { val x = "s" }', 'k:fun', 'f:main', 's:"s"'],
  markdown: ['# T\n\n- `a` [b](c)\n', 'f:# T', 'k:-', 's:`a`', 's:c'],
  php: ['<?php function f() { return "x"; }', 'k:function', 'f:f', 's:"x"'],
  python: ['def f(x):\n    return f"a{x}" # c', 'k:def', 'f:f', 'k:return', 'c:# c'],
  ruby: ['def f\n  puts "a" # c\nend', 'k:def', 'f:f', 's:"a"', 'c:# c'],
  rust: ['fn main() -> Vec<u8> { let x = "s"; } // c', 'k:fn', 'f:main', 't:Vec', 's:"s"', 'c:// c'],
  shell: ['# c\n$ echo "x" | wc\nx\n', 'c:# c', 'c:$', 'f:echo', 's:"x"', 'f:wc'],
  sql: ["SELECT a FROM t WHERE x = 'y' -- c", 'k:SELECT', "s:'y'", 'c:-- c'],
  swift: ['func f() -> Int { return 1 } // c', 'k:func', 'f:f', 't:Int', 'n:1', 'c:// c'],
  typescript: [
    'interface A { b?: string; type: C } // c',
    'k:interface',
    't:A',
    'a:b',
    't:string',
    'a:type',
    't:C',
    'c:// c',
  ],
  xml: ['<a href="x">t</a><!-- c -->', 't:a', 'a:href', 's:"x"', 'c:&lt;!-- c --&gt;'],
  yaml: ['key: "v" # c\nn: 1\n', 'a:key', 's:"v"', 'c:# c', 'n:1'],
}

describe('code is highlighted in the languages that posts are written about', () => {
  test.each(names)('%s', (name) => {
    const [code, ...spans] = samples[name]
    const html = highlight(code, name)
    for (const span of spans) {
      const [kind = '', text] = [span.slice(0, 1), span.slice(2)]
      expect(html).toContain(`<span class="t-${kind}">${text}</span>`)
    }
    expect(textOf(html)).toBe(code)
  })

  test('by any of the names that authors use', () => {
    const asked =
      'js jsx TS tsx sh zsh console py yml html svg c++ golang rs rb kt toml docker md json5 patch'
    expect(asked.split(' ').filter((name) => languageNamed(name) === undefined)).toEqual([])
    expect(languageNamed(''), 'code without a language').toBeUndefined()
    expect(languageNamed('text')).toBeUndefined()
    expect(languageNamed('constructor')).toBeUndefined()
  })

  test('what was highlighted before changes nothing', async () => {
    const afterAll = names.map((name) => highlight(samples[name][0], name))
    for (const [at, name] of names.entries()) {
      vi.resetModules()
      const fresh = await import('../../src/markdown/decorate/highlight.ts')
      expect(fresh.highlight(samples[name][0], name), name).toBe(afterAll[at])
    }
  })
})

const marks = fc.constantFrom(
  ...[
    '"',
    "'",
    '`',
    '${',
    '}',
    '{',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    '-->',
    '/*',
    '*/',
    '//',
  ],
  ...[
    '#',
    '# ',
    '--',
    '\\',
    '\\n',
    '\n',
    '\n\n',
    '  ',
    '\t',
    '=',
    '=>',
    '->',
    '::',
    ':',
    ';',
    ',',
    '.',
    '&',
    '&amp;',
  ],
  ...[
    '"""',
    "'''",
    '<<EOF\n',
    'EOF\n',
    '<?php ',
    '?>',
    '<script>',
    '</script>',
    '<style>',
    '$(',
    '$x',
    '@',
    '%',
    '|',
  ],
  ...[
    '+a\n',
    '-b\n',
    '@@ -1 +1 @@\n',
    'HTTP/1.1 200 OK\n',
    'GET /a\n',
    'A: b\n',
    '---\n',
    '- ',
    '* ',
    'é',
    '日',
    '🎉',
  ],
)
const words = fc.constantFrom(
  ...'if else function class def fn let const var import from return true null 1 0x1f 3.14 1e5 a b Foo foo_bar'.split(
    ' ',
  ),
)
const generated = fc
  .array(fc.oneof(marks, words, fc.constant(' '), fc.string({ maxLength: 4 })), {
    minLength: 10,
    maxLength: 60,
  })
  .map((parts) => parts.join('').replaceAll('\r', ''))
const count = cases(750, 15_000)

test(`${count} pieces of anything, as any language, show what is written`, () => {
  let compared = 0
  let spans = 0
  fc.assert(
    fc.property(generated, fc.constantFrom(...names), (code, name) => {
      const html = highlight(code, name)
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
