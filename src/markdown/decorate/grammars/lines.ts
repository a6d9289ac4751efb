import type { Grammar } from '../lexer.ts'
import {
  word,
  number,
  slashes,
  hash,
  double,
  single,
  quotes,
  tripled,
  annotation,
  dollar,
} from './patterns.ts'

/** Languages whose lines or indents mean something, markup, and data. */

const bashKeywords =
  'case do done elif else esac export fi for function if in local readonly return select then until while'

export const bash: Grammar = {
  tokens: [
    hash,
    ['c', '^\\$(?= )'],
    ['s', `"(?:[^"\\\\]|\\\\[^])*"?|'[^']*'?|\`(?:[^\`\\\\]|\\\\[^])*\`?`],
    dollar,
    ['a', '(?<![\\w-])[A-Za-z_]\\w*(?==)'],
    // The name of a command.
    [
      'f',
      `(?<=(?:^|^\\$|[|;&(])[ \\t]{0,9})(?!(?:${bashKeywords.replaceAll(' ', '|')})\\b)[A-Za-z_][\\w-]*(?![\\w./:@%+=-])`,
    ],
    ['', '[\\w./:@%+=-]*[./:@%+=-][\\w./:@%+=-]*'],
  ],
  word: '\\w+',
  keywords: bashKeywords,
  literals: 'true false',
  holes: /\$(?:\w+|\{[^}\n]{0,200}\})/g,
  hole: 'a',
}

export const json: Grammar = {
  tokens: [
    slashes,
    ['a', `${double}(?=[ \\t]{0,9}:)|${single}(?=[ \\t]{0,9}:)`],
    quotes,
    ['n', '-?\\d[\\d.]*(?:[eE][-+]?\\d+)?'],
  ],
  word,
  literals: 'true false null Infinity NaN',
  keys: true,
}

export const css: Grammar = {
  tokens: [
    ['c', '\\/\\*[^]*?(?:\\*\\/|(?![^]))|\\/\\/.*'],
    quotes,
    ['k', '@[\\w-]+|![\\w]+'],
    ['a', '--[\\w-]+|[a-zA-Z-]+(?=[ \\t]{0,9}:[^{};]{0,200}[;}])'],
    ['n', '#[\\da-fA-F]{3,8}\\b(?![^{};]{0,200}\\{)|[-+]?\\d[\\d.]*(?:%|[a-z]+)?'],
    ['f', '[.#][A-Za-z_-][\\w-]*|[a-z-]+(?=\\()'],
    ['k', '::?[a-z-]+(?=[^;}]{0,200}\\{)'],
    ['t', '[a-z][a-z\\d-]*(?=[^;{}]{0,200}\\{)'],
    ['', '[\\w-]+'],
  ],
}

export const diff: Grammar = {
  tokens: [
    ['c', '^(?:diff |index |--- |\\+\\+\\+ |new file|deleted file|similarity|rename ).*'],
    ['a', '^@@.*'],
    ['d', '^[-<].*'],
    ['i', '^[+>].*'],
  ],
}

export const dockerfile: Grammar = {
  tokens: [
    hash,
    quotes,
    dollar,
    [
      'k',
      '^[ \\t]*(?:FROM|RUN|CMD|LABEL|MAINTAINER|EXPOSE|ENV|ADD|COPY|ENTRYPOINT|VOLUME|USER|WORKDIR|ARG|ONBUILD|STOPSIGNAL|HEALTHCHECK|SHELL)\\b|\\bAS\\b',
    ],
    ['a', '(?<!\\S)--[\\w-]+'],
    ['', '[\\w./:@-]+'],
  ],
  holes: /\$(?:\w+|\{[^}\n]{0,200}\})/g,
  hole: 'a',
}

export const http: Grammar = {
  tokens: [
    ['a', '^HTTP\\/[\\d.]+|(?<=\\S )HTTP\\/[\\d.]+$|^[A-Za-z][\\w-]*(?=:)'],
    ['n', '(?<=^HTTP\\/[\\d.]{1,3} )\\d{3}'],
    ['k', '^[A-Z]+(?= \\S)'],
    ['s', '(?<=^[A-Z]{1,9} )\\S+'],
  ],
}

export const ini: Grammar = {
  tokens: [
    ['c', '(?<![^\\s])[#;].*'],
    ['f', '^[ \\t]*\\[.*\\](?=[ \\t]*$|[ \\t]+[#;])'],
    [
      'a',
      '^[ \\t]*[^\\s=#;[\\]{}"\'](?:[^\\S\\n]*[^\\s=#"\'])*(?=[ \\t]*=)|^[ \\t]*["\'][^"\'\\n]*["\'](?=[ \\t]{0,9}[.=])',
    ],
    tripled,
    quotes,
    [
      'n',
      '\\b\\d{4}-\\d\\d-\\d\\d[\\dT:.Z+-]*|[-+]?\\b\\d[\\d_]*(?:\\.\\d+)?(?:[eE][-+]?\\d+)?\\b(?![-.\\w])|\\b(?:true|false|on|off|yes|no|inf|nan)\\b(?![-.\\w])',
    ],
    dollar,
    ['', '[\\w.-]+'],
  ],
}

export const markdown: Grammar = {
  tokens: [
    ['s', '^[ \\t]*(?:```|~~~).*|`[^`\\n]+`'],
    ['f', '^#{1,6} .*'],
    ['k', '^[ \\t]*(?:[-*+]|\\d+[.)])(?= )'],
    ['c', '^>.*|<!--[^]*?(?:-->|(?![^]))'],
    ['s', '(?<=\\]\\()[^)\\s]+|<https?:[^>\\s]*>'],
    ['a', '^\\[[^\\]\\n]+\\](?=:)'],
  ],
}

export const python: Grammar = {
  tokens: [['c', '#.*'], tripled, ['s', `[a-zA-Z]{0,2}(?:${double}|${single})`], annotation, number],
  word,
  keywords:
    'and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match ' +
    'nonlocal not or pass raise return self try while with yield',
  literals: 'True False None',
  capitals: true,
}

export const ruby: Grammar = {
  tokens: [
    ['c', '#(?!\\{).*|^=begin[^]*?(?:^=end|(?![^]))'],
    quotes,
    ['n', '(?<![:\\w]):[A-Za-z_]\\w*[?!]?'],
    ['a', '@@?\\w+|\\$\\w+'],
    number,
  ],
  word: '[A-Za-z_]\\w*[?!]?',
  keywords:
    'alias and attr_accessor attr_reader attr_writer begin break case class def defined? do else elsif end ensure extend for if in include module next ' +
    'not or private protected public raise redo require require_relative rescue retry return self super then undef unless until when while yield',
  literals: 'true false nil',
  keys: true,
  capitals: true,
  holes: /#\{[^}\n]{0,200}\}/g,
}

export const sql: Grammar = {
  tokens: [
    ['c', '--.*|\\/\\*[^]*?(?:\\*\\/|(?![^]))'],
    ['s', "'(?:[^']|'')*'?"],
    ['a', '"[^"\\n]*"?|`[^`\\n]*`?|[@:$]\\w+'],
    number,
  ],
  word: '[A-Za-z_]\\w*',
  keywords:
    'add all alter and any as asc begin between by case check column commit conflict constraint create cross database default delete desc distinct do drop ' +
    'else end except exists explain fetch for foreign from full function group having if ilike in index inner insert intersect into is join key lateral left like limit ' +
    'materialized natural not nothing offset on or order outer over partition pragma primary procedure recursive references replace returning right rollback rows select set table ' +
    'then to transaction trigger truncate union unique update using values view virtual when where window with without',
  types:
    'bigint blob boolean bytea char date datetime decimal double float int integer interval json jsonb numeric real serial smallint text time timestamp timestamptz uuid varchar',
  literals: 'true false null',
  ignoresCase: true,
}

export const xml: Grammar = {
  tokens: [
    ['c', '<!--[^]*?(?:-->|(?![^]))'],
    ['a', '<[!?][^>]*>?'],
    ['t', '(?<=<\\/?)[A-Za-z][\\w:.-]*'],
    ['a', '(?<=[\\s"\'])[@:A-Za-z_][\\w:.@-]*(?=[ \\t]?=[ \\t]?["\'\\w{])'],
    ['s', '(?<==[ \\t]?)(?:"[^"<]*"?|\'[^\'<]*\'?)'],
    ['n', '&(?:#?\\w+);'],
  ],
}

export const yaml: Grammar = {
  tokens: [
    ['c', '(?<![^\\s])#.*'],
    ['k', '(?<=^[ \\t]{0,80}(?:- {1,9}){0,9})-(?= |$)|^---$'],
    [
      'a',
      '(?<=^[ \\t]{0,80}(?:- {1,9}){0,9})(?:"[^"\\n]*"|\'[^\'\\n]*\'|[^\\s#:\'"{}[\\],&*!|>%@`-][^\\n#:]*)(?=:(?:\\s|$))|(?<![^\\s])[&*!][\\w-]+',
    ],
    quotes,
    ['n', '(?<![^\\s[,])(?:-?\\d[\\d_.]*(?:[eE][-+]?\\d+)?|true|false|null|yes|no|on|off|~)(?=[\\s,\\]}]|$)'],
    ['', '[^\\s:#,[\\]{}"\']+'],
  ],
}
