import type { Grammar } from '../lexer.ts'
import {
  word,
  number,
  slashes,
  double,
  single,
  quotes,
  tripled,
  template,
  annotation,
  scriptRegExp,
} from './patterns.ts'

/** Languages with braces. */

export const javascript: Grammar = {
  tokens: [slashes, ['s', `${double}|${single}|${template}|${scriptRegExp}`], number, ['a', '@\\w+|#\\w+']],
  word,
  keywords:
    'as async await break case catch class const continue debugger default delete do else export extends finally for from function get if ' +
    'import in instanceof let new of return set static super switch this throw try typeof var void while with yield',
  literals: 'true false null undefined NaN Infinity',
  keys: true,
  capitals: true,
  holes: /\$\{(?:[^{}`]|`[^`]*`|\{[^{}`]*\})*\}/g,
}

export const c: Grammar = {
  tokens: [
    slashes,
    ['k', '^[ \\t]*#[ \\t]*\\w+'],
    [
      's',
      `(?:u8|[uUL])?R"\\([^]*?(?:\\)"|(?![^]))|(?:u8|[uUL])?(?:${double}|${single})|(?<=#[ \\t]{0,4}include[ \\t]{1,4})<[^>\\n]*>?`,
    ],
    number,
  ],
  word,
  keywords:
    'auto break case const continue default do else enum extern for goto if inline register restrict return sizeof static struct switch ' +
    'typedef union volatile while',
  types:
    'bool char double float int long short signed unsigned void size_t ssize_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t',
  literals: 'true false NULL nullptr',
  capitals: true,
}

export const cpp: Grammar = {
  ...c,
  keywords: `${c.keywords} and catch class co_await co_return co_yield concept consteval constexpr constinit const_cast decltype delete dynamic_cast explicit export final friend module mutable namespace new noexcept not operator or override private protected public reinterpret_cast requires static_assert static_cast template this thread_local throw try typeid typename using virtual`,
  types: `${c.types} string vector`,
}

export const go: Grammar = {
  tokens: [slashes, ['s', `${double}|${single}|\`[^\`]*\`?`], number],
  word,
  keywords:
    'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select ' +
    'struct switch type var',
  types:
    'any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr',
  literals: 'true false nil iota',
  capitals: true,
}

export const java: Grammar = {
  tokens: [slashes, tripled, quotes, annotation, number],
  word,
  keywords:
    'abstract assert break case catch class const continue default do else enum extends final finally for goto if implements import ' +
    'instanceof interface native new package permits private protected public record return sealed static super switch synchronized this throw throws ' +
    'transient try var volatile while yield',
  types: 'boolean byte char double float int long short void',
  literals: 'true false null',
  capitals: true,
}

export const kotlin: Grammar = {
  tokens: [slashes, tripled, quotes, annotation, number],
  word,
  keywords:
    'abstract actual annotation as break by catch class companion const constructor continue data do else enum expect external final finally ' +
    'for fun get if import in infix init inline inner interface internal is lateinit object open operator out override package private protected ' +
    'public reified return sealed set super suspend tailrec this throw try typealias val var vararg when where while',
  literals: 'true false null',
  capitals: true,
  holes: /\$(?:\w+|\{[^}\n]{0,200}\})/g,
  hole: 'a',
}

export const php: Grammar = {
  tokens: [
    slashes,
    ['c', '#(?!\\[).*'],
    ['a', '<\\?(?:php|=)?|\\?>|\\$\\w+|#\\[[^\\]\\n]*\\]?'],
    quotes,
    number,
  ],
  word,
  keywords:
    'abstract and array as break callable case catch class clone const continue declare default do echo else elseif enum extends final finally fn ' +
    'for foreach function global if implements include instanceof insteadof interface isset list match namespace new or print private protected public ' +
    'readonly require require_once return static switch throw trait try unset use var while yield',
  types: 'bool float int iterable mixed never object self string void',
  literals: 'true false null',
  capitals: true,
  holes: /\$\w+|\{\$[^}\n]{0,200}\}/g,
  hole: 'a',
}

export const rust: Grammar = {
  tokens: [
    slashes,
    [
      's',
      `b?r#"[^]*?(?:"#|(?![^]))|b?r"[^"]*"?|b?"(?:[^"\\\\]|\\\\[^])*"?|b?'(?:[^'\\\\\\n]|\\\\[^'\\n]{1,9}|\\\\')'`,
    ],
    ['n', "'[a-z_]\\w*"],
    ['a', '#!?\\[[^\\]\\n]*\\]?'],
    ['f', '[a-z_]\\w*!(?=[([{ ])'],
    number,
  ],
  word,
  keywords:
    'as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return self Self ' +
    'static struct super trait type union unsafe use where while',
  types: 'bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize',
  literals: 'true false',
  capitals: true,
}

export const swift: Grammar = {
  tokens: [slashes, tripled, ['s', '"(?:[^"\\\\\\n]|\\\\[^])*"?'], annotation, ['k', '#\\w+'], number],
  word,
  keywords:
    'actor any as associatedtype async await break case catch class continue default defer deinit do dynamic else enum extension fallthrough fileprivate final for ' +
    'func get guard if import in indirect init inout internal is lazy let mutating nonisolated open operator override private protocol public repeat return self Self set some ' +
    'static struct subscript super switch throw throws try typealias unowned var weak where while',
  literals: 'true false nil',
  keys: true,
  capitals: true,
  holes: /\\\([^)\n]{0,200}\)/g,
}

export const typescript: Grammar = {
  ...javascript,
  keywords: `${javascript.keywords} abstract asserts declare enum implements infer interface is keyof module namespace override private protected public readonly satisfies type`,
  types: 'any bigint boolean never number object string symbol unknown',
}
