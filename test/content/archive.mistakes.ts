import { type Finding, type BrokenContent, caret, post } from './mistakes.ts'

const settings = (yaml: string, text = post()) => ({ 'archive.yaml': yaml, 'posts/week-01.md': text })
const bad = (message: string | RegExp, hint: string | RegExp = /\w/): Finding => [
  'settings-syntax',
  message,
  hint,
]
const placeholders = 'Placeholders are {slug}, {slug_or_title}'

/** Mistakes in archive.yaml, with parts of their message and hint. */
const wrongSettings: readonly (readonly [yaml: string, message: string | RegExp, hint?: string])[] = [
  ['‸titel: A review', '`titel` is not a known key', 'Did you mean `title`?'],
  ['ids: ‸"{yeer}-{slug}"', '{yeer} is not a placeholder', 'Did you mean {year}?'],
  ['ids: ‸"{id}"', '{id} is not a placeholder', placeholders],
  ['ids: ‸":year-{slug}"', '`ids` may not hold `:name`', 'Fix the value'],
  ['urls: ‸"/{slgu}/"', '{slgu} is not a placeholder', 'Did you mean {slug}?'],
  ['urls: ‸"/{ slug }/"', '{ slug } is not a placeholder', 'Did you mean {slug}?'],
  ['oldUrls: ‸/{yaer}/{slug}', '{yaer} is not a placeholder', 'Did you mean {year}?'],
  ['oldUrls: ["/{slug}", ‸"/{slug"]', '{slug is not a placeholder', 'Did you mean {slug}?'],
  ['oldUrls: ‸/{xxxxx}/', '{xxxxx} is not a placeholder', placeholders.replace('{', '{id}, {')],
  ['oldFeeds: ‸/{slug}/feed', '{slug} is not a placeholder', 'no placeholders'],
  ['siteLinks: ‸/{slug}/', '{slug} is not a placeholder', 'no placeholders'],
  ['originals: ‸https://example.org/{slug}', '`originals` is a site', 'Fix the value'],
  // Hosts would read these as rules.
  ['oldUrls: ‸"/*"', 'may not hold'],
  ['oldUrls: ["/{slug}", ‸"/:year/{slug}"]', 'may not hold'],
  ['oldFeeds: ‸/feed*', 'may not hold'],
  ['oldFeeds: ‸/?feed=rss', 'may not hold'],
  ['oldUrls: ‸"{year}/{slug}"', 'does not start with a slash'],
  ['syntaxes: ‸mxd', '`syntaxes` is none of shortcodes, liquid', 'Fix the value'],
  ['generator: ‸harp', 'is none of hexo'],
  ['fields:\n  ‸sumary: dek', '`fields.sumary` is not a known key', 'Did you mean `summary`?'],
  ['rules:\n  ‸dead-lnk: off', '`rules.dead-lnk` is not a known key', 'Did you mean `dead-link`?'],
  ['rules:\n  dead-link: ‸never', 'must be error, warn or off'],
  ['look:\n  logo: ‸brand/logo.svg', '`look.logo` points to brand/logo.svg, which does not', 'Give its path'],
  [
    'look:\n  home: [lead, ‸recnt]',
    '`look.home.1` is none of lead, recent, earlier',
    'Did you mean `recent`?',
  ],
  ['look:\n  home: ‸recent', '`look.home` is text, not a list', 'Write a list'],
  ['look:\n  accent: ‸red', '`look.accent` is not a color such as "#1d5a96"'],
  ['language: ‸english!', 'not a language tag'],
  ['timeZone: ‸Europe/Atlantis', '`timeZone` is not a time zone such as Europe/Madrid or UTC'],
  ['title: ‸""', '`title` is empty'],
  ['title: ‸"A review', 'quotation mark is never closed'],
  ['author: ‸', '`author` is empty'],
  ['author: ‸[Ada, Grace]', '`author` is neither a name nor a group of keys'],
  ['author:\n  name: Ada\n  ‸emial: a@b.example', '`author.emial` is not a known', 'Did you mean `email`?'],
  ['author:\n  name: Ada\n  email: ‸nobody', '`author.email` is not an e-mail address'],
  ['baseUrl: ‸ftp://example.org', '`baseUrl` is not an absolute http or https URL such as https://archive.'],
  ['baseUrl: ‸https://example.org/?a=b', '`baseUrl`'],
  ['mcp:\n  allowedHosts: [‸"https://example.org"]', '`mcp.allowedHosts.0` is not a host name'],
  ['mcp:\n  allowedHosts: ‸example.org', '`mcp.allowedHosts` is text, not a list', 'Write a list'],
  ['mcp:\n  allowedOrigins: [https://a.example, ‸b.example]', '`mcp.allowedOrigins.1` is not an origin'],
  ['idPattern: ‸week-\\d+', '`idPattern` is not a simple regular expression between ^ and $', 'groups'],
  ['series: ‸{}', '`series` lists no series'],
  ['series: ‸[research]', '`series` is neither a group of series nor `folder`'],
  ['series:\n  research: ‸Research', '`series.research` is text, not a group', '`research: { label: … }`'],
  [
    'series:\n  research:\n    label: Research\n  ‸Bad Name:\n    label: Bad',
    /Bad Name.*is not a lower-case name/,
  ],
  [
    'series:\n  research:\n    label: Research\n    ‸lable: Research',
    '`series.research.lable`',
    'Did you mean `label`?',
  ],
  ['security:\n  contact: ‸nobody\n  expires: 2027-06-30', '`security.contact` is neither an http or https'],
  ['security:\n  contact: a@example.org\n  expires: ‸2027-02-30', '`security.expires` is not a day such as'],
  [
    'contentSignals:\n  ‸ai-trian: no',
    '`contentSignals.ai-trian` is not a known',
    'Did you mean `ai-train`?',
  ],
  ['‸- title', 'not `key: value`', '`key: value`'],
]

/** Mistakes in archive.yaml and the folder. */
export const archiveMistakes: readonly BrokenContent[] = [
  ...wrongSettings.map(
    ([yaml, message, hint]): BrokenContent => [
      `${yaml.replace(caret, '')}: ${message}`,
      settings(`${yaml}\n`),
      bad(message, hint),
    ],
  ),
  [
    'invalid settings hide other problems',
    {
      'archive.yaml': 'posts: essays\nseries:\n  essays: [\n‸',
      'posts/week-01.md': post('[x](/docs/) {{ x }}', 'publishd: 2026-01-01\n'),
      'drafts/week-02.md': '---\ntitle: A: b\n---\n\n[x](none.md)\n',
    },
    bad(/\w/),
  ],
  [
    'invalid settings without posts in the default folder',
    { 'archive.yaml': 'posts: [essays\n‸', 'essays/one.txt': 'Text.' },
    bad(/\w/),
  ],
  [
    'a misspelt `posts` key',
    { 'archive.yaml': '‸post: essays/*.txt.md\n', 'essays/one.txt': 'Text.' },
    bad('`post` is not a known key', 'Did you mean `posts`?'),
  ],
  [
    'a misspelt font file',
    { ...settings('look:\n  fonts:\n    text: ‸brand/txt.woff2\n'), 'brand/text.woff2': 'x' },
    bad('`look.fonts.text` points to brand/txt.woff2', 'Did you mean `brand/text.woff2`?'),
  ],
  [
    'a width with a unit, and an invalid width',
    settings('images:\n  widths: [‸40rem, 640, ‸0]\n'),
    bad('`images.widths.0` is not a width in pixels', 'Fix the value of `widths`.'),
    bad('`images.widths.2` is not a width in pixels', 'Fix the value of `widths`.'),
  ],
  [
    'a navigation entry without a page',
    { ...settings('navigation:\n  - tags\n  - ‸abuot\n'), 'pages/about.md': '# About\n\nText.\n' },
    bad('`navigation` names abuot, but there is no such page', 'Did you mean `about`?'),
  ],
  [
    'a misspelt key where another is required',
    settings('author:\n  ‸‸nmae: Ada\n'),
    bad('`author.name` is missing', '`name: …`'),
    bad('`author.nmae` is not a known key', 'Did you mean `name`?'),
  ],
  [
    'a mistake in archive.yaml, whose series are still known',
    settings('‸titel: Essays\nseries:\n  essays:\n    label: Essays\n', post().replace('research', 'essays')),
    bad('`titel`', '`title`'),
  ],
  [
    'a level for a rule that must be an error',
    { 'archive.yaml': 'rules:\n  ‸no-posts: warn\n' },
    bad('`rules.no-posts` is not a known key', 'Known keys'),
  ],
  [
    'archive.yml',
    { 'archive.yml': '‸', 'posts/week-01.md': post() },
    ['stray-file', 'archive.yml is ignored', 'Rename it to archive.yaml.'],
  ],
  ['an empty folder', {}, ['no-posts', 'no posts, and no archive.yaml', 'posts/week-01.md']],
  [
    'only drafts',
    { 'posts/week-01.md': post('a', 'draft: true\n'), 'posts/week-02.md': post('b', 'draft: true\n') },
    ['no-posts', 'Every post is a draft', '`posts` in archive.yaml'],
  ],
]
