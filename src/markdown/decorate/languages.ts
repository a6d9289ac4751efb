import type grammar from 'highlight.js/lib/languages/bash'

type LanguageFn = typeof grammar
type Grammar = readonly [aliases: string, load: () => Promise<{ readonly default: LanguageFn }>]

/**
 * Every language by its name: what else authors call it, and where its grammar is. Of highlight.js those are left out whose grammar is longer
 * than 60 KB, and pgsql, which tries a dozen languages on each quoted body.
 */
const grammars = {
  abnf: ['', () => import('highlight.js/lib/languages/abnf')],
  accesslog: ['', () => import('highlight.js/lib/languages/accesslog')],
  actionscript: ['as', () => import('highlight.js/lib/languages/actionscript')],
  ada: ['', () => import('highlight.js/lib/languages/ada')],
  angelscript: ['asc', () => import('highlight.js/lib/languages/angelscript')],
  apache: ['apacheconf htaccess', () => import('highlight.js/lib/languages/apache')],
  applescript: ['osascript', () => import('highlight.js/lib/languages/applescript')],
  arcade: ['', () => import('highlight.js/lib/languages/arcade')],
  arduino: ['ino', () => import('highlight.js/lib/languages/arduino')],
  armasm: ['arm', () => import('highlight.js/lib/languages/armasm')],
  asciidoc: ['adoc', () => import('highlight.js/lib/languages/asciidoc')],
  aspectj: ['', () => import('highlight.js/lib/languages/aspectj')],
  autohotkey: ['ahk', () => import('highlight.js/lib/languages/autohotkey')],
  autoit: ['', () => import('highlight.js/lib/languages/autoit')],
  avrasm: ['', () => import('highlight.js/lib/languages/avrasm')],
  awk: ['gawk', () => import('highlight.js/lib/languages/awk')],
  axapta: ['x++', () => import('highlight.js/lib/languages/axapta')],
  bash: ['sh zsh ksh fish', () => import('highlight.js/lib/languages/bash')],
  basic: ['', () => import('highlight.js/lib/languages/basic')],
  bnf: ['', () => import('highlight.js/lib/languages/bnf')],
  brainfuck: ['bf', () => import('highlight.js/lib/languages/brainfuck')],
  c: ['h', () => import('highlight.js/lib/languages/c')],
  cal: ['', () => import('highlight.js/lib/languages/cal')],
  capnproto: ['capnp', () => import('highlight.js/lib/languages/capnproto')],
  ceylon: ['', () => import('highlight.js/lib/languages/ceylon')],
  clean: ['icl dcl', () => import('highlight.js/lib/languages/clean')],
  clojure: ['clj edn cljs cljc', () => import('highlight.js/lib/languages/clojure')],
  'clojure-repl': ['', () => import('highlight.js/lib/languages/clojure-repl')],
  cmake: ['cmake.in', () => import('highlight.js/lib/languages/cmake')],
  coffeescript: ['coffee cson iced', () => import('highlight.js/lib/languages/coffeescript')],
  coq: ['', () => import('highlight.js/lib/languages/coq')],
  cos: ['cls', () => import('highlight.js/lib/languages/cos')],
  cpp: ['cc c++ h++ hpp hh hxx cxx cuda', () => import('highlight.js/lib/languages/cpp')],
  crmsh: ['crm pcmk', () => import('highlight.js/lib/languages/crmsh')],
  crystal: ['cr', () => import('highlight.js/lib/languages/crystal')],
  csharp: ['cs c# dotnet', () => import('highlight.js/lib/languages/csharp')],
  csp: ['', () => import('highlight.js/lib/languages/csp')],
  css: ['', () => import('highlight.js/lib/languages/css')],
  d: ['dlang', () => import('highlight.js/lib/languages/d')],
  dart: ['', () => import('highlight.js/lib/languages/dart')],
  delphi: ['dpr dfm pas pascal objectpascal', () => import('highlight.js/lib/languages/delphi')],
  diff: ['patch udiff', () => import('highlight.js/lib/languages/diff')],
  django: ['jinja jinja2 njk nunjucks', () => import('highlight.js/lib/languages/django')],
  dns: ['bind zone', () => import('highlight.js/lib/languages/dns')],
  dockerfile: ['docker containerfile', () => import('highlight.js/lib/languages/dockerfile')],
  dos: ['bat batch cmd', () => import('highlight.js/lib/languages/dos')],
  dsconfig: ['', () => import('highlight.js/lib/languages/dsconfig')],
  dts: ['', () => import('highlight.js/lib/languages/dts')],
  dust: ['dst', () => import('highlight.js/lib/languages/dust')],
  ebnf: ['', () => import('highlight.js/lib/languages/ebnf')],
  elixir: ['ex exs', () => import('highlight.js/lib/languages/elixir')],
  elm: ['', () => import('highlight.js/lib/languages/elm')],
  erb: ['', () => import('highlight.js/lib/languages/erb')],
  erlang: ['erl', () => import('highlight.js/lib/languages/erlang')],
  'erlang-repl': ['', () => import('highlight.js/lib/languages/erlang-repl')],
  excel: ['xlsx xls', () => import('highlight.js/lib/languages/excel')],
  fix: ['', () => import('highlight.js/lib/languages/fix')],
  flix: ['', () => import('highlight.js/lib/languages/flix')],
  fortran: ['f90 f95 f03 f08', () => import('highlight.js/lib/languages/fortran')],
  freedesktop: ['desktop systemd service', () => import('highlight.js/lib/languages/freedesktop')],
  fsharp: ['fs f#', () => import('highlight.js/lib/languages/fsharp')],
  gams: ['gms', () => import('highlight.js/lib/languages/gams')],
  gauss: ['gss', () => import('highlight.js/lib/languages/gauss')],
  gcode: ['nc', () => import('highlight.js/lib/languages/gcode')],
  gherkin: ['feature cucumber', () => import('highlight.js/lib/languages/gherkin')],
  glsl: ['hlsl wgsl', () => import('highlight.js/lib/languages/glsl')],
  go: ['golang', () => import('highlight.js/lib/languages/go')],
  golo: ['', () => import('highlight.js/lib/languages/golo')],
  gradle: ['', () => import('highlight.js/lib/languages/gradle')],
  graphql: ['gql', () => import('highlight.js/lib/languages/graphql')],
  groovy: ['jenkinsfile', () => import('highlight.js/lib/languages/groovy')],
  haml: ['', () => import('highlight.js/lib/languages/haml')],
  handlebars: [
    'hbs html.hbs html.handlebars htmlbars mustache',
    () => import('highlight.js/lib/languages/handlebars'),
  ],
  haskell: ['hs purescript', () => import('highlight.js/lib/languages/haskell')],
  haxe: ['hx', () => import('highlight.js/lib/languages/haxe')],
  hsp: ['', () => import('highlight.js/lib/languages/hsp')],
  http: ['https', () => import('highlight.js/lib/languages/http')],
  hy: ['hylang', () => import('highlight.js/lib/languages/hy')],
  inform7: ['i7', () => import('highlight.js/lib/languages/inform7')],
  ini: ['toml conf cfg', () => import('highlight.js/lib/languages/ini')],
  irpf90: ['', () => import('highlight.js/lib/languages/irpf90')],
  java: ['jsp', () => import('highlight.js/lib/languages/java')],
  javascript: ['js jsx mjs cjs node ecmascript', () => import('highlight.js/lib/languages/javascript')],
  'jboss-cli': ['wildfly-cli', () => import('highlight.js/lib/languages/jboss-cli')],
  json: ['jsonc json5 jsonl ndjson geojson webmanifest', () => import('highlight.js/lib/languages/json')],
  julia: ['jl', () => import('highlight.js/lib/languages/julia')],
  'julia-repl': ['jldoctest', () => import('highlight.js/lib/languages/julia-repl')],
  kotlin: ['kt kts ktm ktx', () => import('highlight.js/lib/languages/kotlin')],
  lasso: ['ls lassoscript', () => import('highlight.js/lib/languages/lasso')],
  latex: ['tex', () => import('highlight.js/lib/languages/latex')],
  ldif: ['', () => import('highlight.js/lib/languages/ldif')],
  leaf: ['', () => import('highlight.js/lib/languages/leaf')],
  less: ['', () => import('highlight.js/lib/languages/less')],
  lisp: ['elisp emacs-lisp common-lisp cl', () => import('highlight.js/lib/languages/lisp')],
  livecodeserver: ['', () => import('highlight.js/lib/languages/livecodeserver')],
  livescript: ['', () => import('highlight.js/lib/languages/livescript')],
  llvm: ['', () => import('highlight.js/lib/languages/llvm')],
  lsl: ['', () => import('highlight.js/lib/languages/lsl')],
  lua: ['pluto luau', () => import('highlight.js/lib/languages/lua')],
  makefile: ['mk mak make gnumakefile', () => import('highlight.js/lib/languages/makefile')],
  markdown: ['md mkdown mkd mdx', () => import('highlight.js/lib/languages/markdown')],
  matlab: ['octave', () => import('highlight.js/lib/languages/matlab')],
  maxima: ['', () => import('highlight.js/lib/languages/maxima')],
  mel: ['', () => import('highlight.js/lib/languages/mel')],
  mercury: ['m moo', () => import('highlight.js/lib/languages/mercury')],
  mipsasm: ['mips', () => import('highlight.js/lib/languages/mipsasm')],
  mizar: ['', () => import('highlight.js/lib/languages/mizar')],
  mojolicious: ['', () => import('highlight.js/lib/languages/mojolicious')],
  monkey: ['', () => import('highlight.js/lib/languages/monkey')],
  moonscript: ['moon', () => import('highlight.js/lib/languages/moonscript')],
  n1ql: ['', () => import('highlight.js/lib/languages/n1ql')],
  nestedtext: ['nt', () => import('highlight.js/lib/languages/nestedtext')],
  nginx: ['nginxconf', () => import('highlight.js/lib/languages/nginx')],
  nim: ['', () => import('highlight.js/lib/languages/nim')],
  nix: ['nixos', () => import('highlight.js/lib/languages/nix')],
  'node-repl': ['', () => import('highlight.js/lib/languages/node-repl')],
  nsis: ['', () => import('highlight.js/lib/languages/nsis')],
  objectivec: [
    'mm objc obj-c obj-c++ objective-c++ objective-c',
    () => import('highlight.js/lib/languages/objectivec'),
  ],
  ocaml: ['ml', () => import('highlight.js/lib/languages/ocaml')],
  openscad: ['scad', () => import('highlight.js/lib/languages/openscad')],
  oxygene: ['', () => import('highlight.js/lib/languages/oxygene')],
  parser3: ['', () => import('highlight.js/lib/languages/parser3')],
  perl: ['pl pm', () => import('highlight.js/lib/languages/perl')],
  pf: ['pf.conf', () => import('highlight.js/lib/languages/pf')],
  php: ['php3 php7 php8', () => import('highlight.js/lib/languages/php')],
  'php-template': ['', () => import('highlight.js/lib/languages/php-template')],
  pony: ['', () => import('highlight.js/lib/languages/pony')],
  powershell: ['pwsh ps ps1 posh', () => import('highlight.js/lib/languages/powershell')],
  processing: ['pde', () => import('highlight.js/lib/languages/processing')],
  profile: ['', () => import('highlight.js/lib/languages/profile')],
  prolog: ['', () => import('highlight.js/lib/languages/prolog')],
  properties: ['dotenv env', () => import('highlight.js/lib/languages/properties')],
  protobuf: ['proto', () => import('highlight.js/lib/languages/protobuf')],
  puppet: ['pp', () => import('highlight.js/lib/languages/puppet')],
  purebasic: ['pb pbi', () => import('highlight.js/lib/languages/purebasic')],
  python: ['py gyp ipython py3 python3', () => import('highlight.js/lib/languages/python')],
  'python-repl': ['pycon', () => import('highlight.js/lib/languages/python-repl')],
  q: ['k kdb', () => import('highlight.js/lib/languages/q')],
  qml: ['qt', () => import('highlight.js/lib/languages/qml')],
  r: ['rlang', () => import('highlight.js/lib/languages/r')],
  reasonml: ['re', () => import('highlight.js/lib/languages/reasonml')],
  rib: ['', () => import('highlight.js/lib/languages/rib')],
  roboconf: ['graph instances', () => import('highlight.js/lib/languages/roboconf')],
  routeros: ['mikrotik', () => import('highlight.js/lib/languages/routeros')],
  rsl: ['', () => import('highlight.js/lib/languages/rsl')],
  ruby: ['rb gemspec podspec thor irb rake', () => import('highlight.js/lib/languages/ruby')],
  ruleslanguage: ['', () => import('highlight.js/lib/languages/ruleslanguage')],
  rust: ['rs', () => import('highlight.js/lib/languages/rust')],
  sas: ['', () => import('highlight.js/lib/languages/sas')],
  scala: ['sc', () => import('highlight.js/lib/languages/scala')],
  scheme: ['scm racket', () => import('highlight.js/lib/languages/scheme')],
  scilab: ['sci', () => import('highlight.js/lib/languages/scilab')],
  scss: ['sass', () => import('highlight.js/lib/languages/scss')],
  shell: ['console shellsession shell-session terminal', () => import('highlight.js/lib/languages/shell')],
  smali: ['', () => import('highlight.js/lib/languages/smali')],
  smalltalk: ['st', () => import('highlight.js/lib/languages/smalltalk')],
  sml: ['', () => import('highlight.js/lib/languages/sml')],
  sql: [
    'sqlite mysql postgres postgresql pgsql plpgsql tsql mariadb',
    () => import('highlight.js/lib/languages/sql'),
  ],
  stan: ['stanfuncs', () => import('highlight.js/lib/languages/stan')],
  stata: ['do ado', () => import('highlight.js/lib/languages/stata')],
  step21: ['p21 step stp', () => import('highlight.js/lib/languages/step21')],
  stylus: ['styl', () => import('highlight.js/lib/languages/stylus')],
  subunit: ['', () => import('highlight.js/lib/languages/subunit')],
  swift: ['', () => import('highlight.js/lib/languages/swift')],
  taggerscript: ['', () => import('highlight.js/lib/languages/taggerscript')],
  tap: ['', () => import('highlight.js/lib/languages/tap')],
  tcl: ['tk', () => import('highlight.js/lib/languages/tcl')],
  thrift: ['', () => import('highlight.js/lib/languages/thrift')],
  tp: ['', () => import('highlight.js/lib/languages/tp')],
  twig: ['craftcms liquid', () => import('highlight.js/lib/languages/twig')],
  typescript: ['ts tsx mts cts', () => import('highlight.js/lib/languages/typescript')],
  vala: ['', () => import('highlight.js/lib/languages/vala')],
  vbnet: ['vb visualbasic', () => import('highlight.js/lib/languages/vbnet')],
  vbscript: ['vbs', () => import('highlight.js/lib/languages/vbscript')],
  'vbscript-html': ['', () => import('highlight.js/lib/languages/vbscript-html')],
  verilog: ['v sv svh systemverilog', () => import('highlight.js/lib/languages/verilog')],
  vhdl: ['vhd', () => import('highlight.js/lib/languages/vhdl')],
  vim: ['viml vimscript', () => import('highlight.js/lib/languages/vim')],
  wasm: ['wat wast', () => import('highlight.js/lib/languages/wasm')],
  wren: ['', () => import('highlight.js/lib/languages/wren')],
  x86asm: ['asm nasm', () => import('highlight.js/lib/languages/x86asm')],
  xl: ['tao', () => import('highlight.js/lib/languages/xl')],
  xml: [
    'html xhtml rss atom xjb xsd xsl plist wsf svg vue svelte astro',
    () => import('highlight.js/lib/languages/xml'),
  ],
  xquery: ['xpath xq xqm', () => import('highlight.js/lib/languages/xquery')],
  yaml: ['yml', () => import('highlight.js/lib/languages/yaml')],
  zephir: ['zep', () => import('highlight.js/lib/languages/zephir')],
} as const satisfies Record<string, Grammar>

export type LanguageName = keyof typeof grammars

export const languageNames = Object.keys(grammars) as readonly LanguageName[]

/** Languages that another one holds pieces of. They are loaded with it, so that its colours do not depend on what else was loaded. */
const embedded: Readonly<Partial<Record<LanguageName, readonly LanguageName[]>>> = {
  asciidoc: ['xml'],
  'clojure-repl': ['clojure'],
  coffeescript: ['javascript'],
  cos: ['sql', 'javascript', 'xml'],
  dart: ['markdown'],
  django: ['xml'],
  dockerfile: ['bash'],
  dust: ['xml'],
  erb: ['xml', 'ruby'],
  haml: ['ruby'],
  handlebars: ['xml'],
  http: ['json', 'xml'],
  javascript: ['xml', 'css', 'graphql'],
  'julia-repl': ['julia'],
  livescript: ['javascript'],
  markdown: ['xml'],
  mojolicious: ['xml', 'perl'],
  nix: ['markdown'],
  'node-repl': ['javascript'],
  parser3: ['xml'],
  perl: ['mojolicious'],
  'php-template': ['xml', 'php'],
  'python-repl': ['python'],
  qml: ['xml'],
  shell: ['bash'],
  tap: ['yaml'],
  twig: ['xml'],
  typescript: ['xml', 'css', 'graphql'],
  'vbscript-html': ['xml', 'vbscript'],
  xml: ['css', 'javascript'],
  xquery: ['xml'],
  yaml: ['ruby'],
}

/** The language of a fence, by any of its names; undefined for one that is shown as it is. */
export function languageNamed(name: string): LanguageName | undefined {
  return byName.get(name.toLowerCase())
}

const byName: ReadonlyMap<string, LanguageName> = new Map(
  languageNames.flatMap((name) =>
    [name, ...grammars[name][0].split(' ')].flatMap((alias) => (alias ? [[alias, name] as const] : [])),
  ),
)

/** A language with those that it holds pieces of, and theirs. */
export function withEmbedded(language: LanguageName): ReadonlySet<LanguageName> {
  const all = new Set([language])
  for (const one of all) for (const inside of embedded[one] ?? []) all.add(inside)
  return all
}

export async function loadGrammar(language: LanguageName): Promise<LanguageFn> {
  return (await grammars[language][1]()).default
}

/**
 * Whether a tag of this name, or with this word, holds code: `[python]`, `{{< tabs go >}}`. Fewer names than a fence has, since tags are called
 * `box`, `step` and `clean`, too.
 */
export function isLanguageTag(name: string): boolean {
  return tagNames.has(name.toLowerCase())
}

const tagNames: ReadonlySet<string> = new Set(
  (
    'bash sh zsh c h cpp c++ cc cxx hpp hh css diff patch dockerfile docker go golang http ini toml conf cfg properties java javascript js jsx mjs cjs node ' +
    'json jsonc json5 jsonl kotlin kt kts markdown md mdx php python py py3 python3 ruby rb rust rs shell console shell-session shellsession terminal ' +
    'sql sqlite mysql postgres postgresql swift typescript ts tsx mts cts xml html xhtml svg rss atom vue yaml yml'
  ).split(' '),
)
