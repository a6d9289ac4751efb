import { type Finding, type BrokenContent, post } from './mistakes.ts'

const settings = (yaml: string, text = post()) => ({ 'archive.yaml': yaml, 'posts/week-01.md': text })
const bad = (message: string | RegExp, hint: string | RegExp = /\w/): Finding => [
  'settings-syntax',
  message,
  hint,
]
/** Mistakes in archive.yaml and the folder. */
export const archiveMistakes: readonly BrokenContent[] = [
  [
    'an unknown key in archive.yaml',
    settings('‸titel: A review\n'),
    ['settings-syntax', '`titel` is not a known key', 'Did you mean `title`?'],
  ],
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
  ...(
    [
      ['ids: ‸"{yeer}-{slug}"', '{yeer} is not a placeholder', 'Did you mean {year}?'],
      ['ids: ‸"{id}"', '{id} is not a placeholder', 'Placeholders are {slug}, {slug_or_title}'],
      ['urls: ‸"/{slgu}/"', '{slgu} is not a placeholder', 'Did you mean {slug}?'],
      ['urls: ‸"/{ slug }/"', '{ slug } is not a placeholder', 'Did you mean {slug}?'],
      ['oldUrls: ‸/{yaer}/{slug}', '{yaer} is not a placeholder', 'Did you mean {year}?'],
      ['oldUrls: ["/{slug}", ‸"/{slug"]', '{slug is not a placeholder', 'Did you mean {slug}?'],
      [
        'oldUrls: ‸/{xxxxx}/',
        '{xxxxx} is not a placeholder',
        'Placeholders are {id}, {slug}, {slug_or_title}',
      ],
      ['oldFeeds: ‸/{slug}/feed', '{slug} is not a placeholder', 'no placeholders'],
      ['siteLinks: ‸/{slug}/', '{slug} is not a placeholder', 'no placeholders'],
      ['originals: ‸https://example.org/{slug}', '`originals` is a site', 'Fix the value'],
      ['ids: ‸":year-{slug}"', '`ids` may not hold `:name`', 'Fix the value'],
    ] as const
  ).map(
    ([setting, message, hint]): BrokenContent => [
      `an unknown placeholder: ${setting.replace('‸', '')}`,
      settings(`${setting}\n`),
      bad(message, hint),
    ],
  ),
  [
    'an unknown syntax',
    settings('syntaxes: ‸mxd\n'),
    bad('`syntaxes` is none of shortcodes, liquid', 'Fix the value'),
  ],
  [
    'a misspelt `posts` key',
    { 'archive.yaml': '‸post: essays/*.txt.md\n', 'essays/one.txt': 'Text.' },
    bad('`post` is not a known key', 'Did you mean `posts`?'),
  ],
  [
    'a missing logo',
    settings('look:\n  logo: ‸brand/logo.svg\n'),
    bad('`look.logo` points to brand/logo.svg, which does not exist', 'Give its path'),
  ],
  [
    'a misspelt font file',
    { ...settings('look:\n  fonts:\n    text: ‸brand/txt.woff2\n'), 'brand/text.woff2': 'x' },
    bad('`look.fonts.text` points to brand/txt.woff2', 'Did you mean `brand/text.woff2`?'),
  ],
  [
    'a named colour',
    settings('look:\n  accent: ‸red\n'),
    bad('`look.accent` is not a color such as "#1d5a96"'),
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
    'an unknown nested key',
    settings('author:\n  name: Ada\n  ‸emial: ada@example.org\n'),
    ['settings-syntax', '`author.emial` is not a known key', 'Did you mean `email`?'],
  ],
  [
    'a list for a single author',
    settings('author: ‸[Ada, Grace]\n'),
    bad('`author` is neither a name nor a group of keys'),
  ],
  [
    'an unknown time zone',
    settings('timeZone: ‸Europe/Atlantis\n'),
    bad('`timeZone` is not a time zone such as Europe/Madrid or UTC'),
  ],
  ['an empty author', settings('author: ‸\n'), bad('`author` is empty')],
  [
    'a misspelt key where another is required',
    settings('author:\n  ‸‸nmae: Ada\n'),
    ['settings-syntax', '`author.name` is missing', '`name: …`'],
    ['settings-syntax', '`author.nmae` is not a known key', 'Did you mean `name`?'],
  ],
  [
    'a misspelt key of a series',
    settings('series:\n  research:\n    label: Research\n    ‸lable: Research\n'),
    ['settings-syntax', '`series.research.lable`', 'Did you mean `label`?'],
  ],
  [
    'a base URL of another scheme',
    settings('baseUrl: ‸ftp://example.org\n'),
    bad('`baseUrl` is not an absolute http or https URL such as https://archive.example'),
  ],
  ['a base URL with a query', settings('baseUrl: ‸https://example.org/?a=b\n'), bad('`baseUrl`')],
  [
    'an allowed host with a scheme',
    settings('mcp:\n  allowedHosts: [‸"https://example.org"]\n'),
    bad('`mcp.allowedHosts.0` is not a host name'),
  ],
  [
    'an allowed origin without one',
    settings('mcp:\n  allowedOrigins:\n    - https://app.example\n    - ‸app.example\n'),
    bad('`mcp.allowedOrigins.1` is not an origin'),
  ],
  [
    'a string instead of a list of hosts',
    settings('mcp:\n  allowedHosts: ‸example.org\n'),
    bad('`mcp.allowedHosts` is text, not a list', 'Write a list'),
  ],
  [
    'an id pattern that is not anchored',
    settings('idPattern: ‸week-\\d+\n'),
    bad('`idPattern` is not a simple regular expression between ^ and $', 'groups'),
  ],
  ['no series at all', settings('series: ‸{}\n'), bad('`series` lists no series')],
  [
    'a series without a label',
    settings('series:\n  research: ‸Research\n'),
    bad('`series.research` is text, not a group of keys', '`research: { label: … }`'),
  ],
  [
    'a series with an invalid name',
    settings('series:\n  research:\n    label: Research\n  ‸Bad Name:\n    label: Bad\n'),
    bad(/Bad Name.*is not a lower-case name/),
  ],
  [
    'a list of series',
    settings('series: ‸[research]\n'),
    bad('`series` is neither a group of series nor `folder`'),
  ],
  ['a language name instead of a tag', settings('language: ‸english!\n'), bad('not a language tag')],
  ['an empty title', settings('title: ‸""\n'), bad('`title` is empty')],
  [
    'an invalid email address',
    settings('author:\n  name: Ada\n  email: ‸nobody\n'),
    bad('`author.email` is not an e-mail address'),
  ],
  [
    'a security contact that is neither a URL nor an email address',
    settings('security:\n  contact: ‸nobody\n  expires: 2027-06-30\n'),
    bad('`security.contact` is neither an http or https URL nor an e-mail address'),
  ],
  [
    'an invalid expiry date',
    settings('security:\n  contact: a@example.org\n  expires: ‸2027-02-30\n'),
    bad('`security.expires` is not a day such as 2027-06-30'),
  ],
  [
    'an unknown content signal',
    settings('contentSignals:\n  ‸ai-trian: no\n'),
    bad('`contentSignals.ai-trian` is not a known key', 'Did you mean `ai-train`?'),
  ],
  ['a list as archive.yaml', settings('‸- title\n'), bad('not `key: value`', '`key: value`')],
  [
    'a truncated archive.yaml',
    settings('title: ‸"A review\n'),
    ['settings-syntax', 'quotation mark is never closed', /\w/],
  ],
  [
    'a mistake in archive.yaml, whose series are still known',
    settings('‸titel: Essays\nseries:\n  essays:\n    label: Essays\n', post().replace('research', 'essays')),
    ['settings-syntax', '`titel`', '`title`'],
  ],
  [
    'archive.yml',
    { 'archive.yml': '‸', 'posts/week-01.md': post() },
    ['stray-file', 'archive.yml is ignored', 'Rename it to archive.yaml.'],
  ],
  [
    'an unknown rule',
    settings('rules:\n  ‸dead-lnk: off\n'),
    bad('`rules.dead-lnk` is not a known key', 'Did you mean `dead-link`?'),
  ],
  ['an unknown level', settings('rules:\n  dead-link: ‸never\n'), bad('must be error, warn or off')],
  [
    'an unknown field',
    settings('fields:\n  ‸sumary: dek\n'),
    bad('`fields.sumary` is not a known key', 'Did you mean `summary`?'),
  ],
  ['an unknown generator', settings('generator: ‸harp\n'), bad('is none of hexo')],
  ...[
    'oldUrls: ‸"/*"',
    'oldUrls: ["/{slug}", ‸"/:year/{slug}"]',
    'oldFeeds: ‸/feed*',
    'oldFeeds: ‸/?feed=rss',
  ].map(
    (line): BrokenContent => [
      `an old address that hosts would read as a rule: ${line}`,
      settings(`${line}\n`),
      ['settings-syntax' as const, 'may not hold', /\w/],
    ],
  ),
  [
    'an old address without a slash',
    settings('oldUrls: ‸"{year}/{slug}"\n'),
    bad('does not start with a slash'),
  ],
  ['an empty folder', {}, ['no-posts', 'no posts, and no archive.yaml', 'posts/week-01.md']],
  [
    'a level for a rule that must be an error',
    { 'archive.yaml': 'rules:\n  ‸no-posts: warn\n' },
    ['settings-syntax', '`rules.no-posts` is not a known key', 'Known keys'],
  ],
  [
    'only drafts',
    { 'posts/week-01.md': post('a', 'draft: true\n'), 'posts/week-02.md': post('b', 'draft: true\n') },
    ['no-posts', 'Every post is a draft', '`posts` in archive.yaml'],
  ],
]
