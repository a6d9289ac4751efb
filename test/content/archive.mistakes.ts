import { type Finding, type BrokenContent, post } from './mistakes.ts'

const settings = (yaml: string, text = post()) => ({ 'archive.yaml': yaml, 'posts/week-01.md': text })
const bad = (message: string | RegExp, hint: string | RegExp = /\w/): Finding => ({
  rule: 'settings-syntax',
  message,
  hint,
})
/** Mistakes in archive.yaml and the folder. */
export const archiveMistakes: readonly BrokenContent[] = [
  {
    what: 'an unknown key in archive.yaml',
    files: settings('‸titel: A review\n'),
    found: [
      { rule: 'settings-syntax', message: '`titel` is not a known key', hint: 'Did you mean `title`?' },
    ],
  },
  {
    what: 'invalid settings hide other problems',
    files: {
      'archive.yaml': 'posts: essays\nseries:\n  essays: [\n‸',
      'posts/week-01.md': post('[x](/docs/) {{ x }}', 'publishd: 2026-01-01\n'),
      'drafts/week-02.md': '---\ntitle: A: b\n---\n\n[x](none.md)\n',
    },
    found: [bad(/\w/)],
  },
  {
    what: 'invalid settings without posts in the default folder',
    files: { 'archive.yaml': 'posts: [essays\n‸', 'essays/one.txt': 'Text.' },
    found: [bad(/\w/)],
  },
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
  ).map(([setting, message, hint]) => ({
    what: `an unknown placeholder: ${setting.replace('‸', '')}`,
    files: settings(`${setting}\n`),
    found: [bad(message, hint)],
  })),
  {
    what: 'an unknown syntax',
    files: settings('syntaxes: ‸mxd\n'),
    found: [bad('`syntaxes` is none of shortcodes, liquid', 'Fix the value')],
  },
  {
    what: 'a misspelt `posts` key',
    files: { 'archive.yaml': '‸post: essays/*.txt.md\n', 'essays/one.txt': 'Text.' },
    found: [bad('`post` is not a known key', 'Did you mean `posts`?')],
  },
  {
    what: 'a missing logo',
    files: settings('look:\n  logo: ‸brand/logo.svg\n'),
    found: [bad('`look.logo` points to brand/logo.svg, which does not exist', 'Give its path')],
  },
  {
    what: 'a misspelt font file',
    files: { ...settings('look:\n  fonts:\n    text: ‸brand/txt.woff2\n'), 'brand/text.woff2': 'x' },
    found: [bad('`look.fonts.text` points to brand/txt.woff2', 'Did you mean `brand/text.woff2`?')],
  },
  {
    what: 'a named colour',
    files: settings('look:\n  accent: ‸red\n'),
    found: [bad('`look.accent` is not a color such as "#1d5a96"')],
  },
  {
    what: 'a width with a unit, and an invalid width',
    files: settings('images:\n  widths: [‸40rem, 640, ‸0]\n'),
    found: [
      bad('`images.widths.0` is not a width in pixels', 'Fix the value of `widths`.'),
      bad('`images.widths.2` is not a width in pixels', 'Fix the value of `widths`.'),
    ],
  },
  {
    what: 'a navigation entry without a page',
    files: { ...settings('navigation:\n  - tags\n  - ‸abuot\n'), 'pages/about.md': '# About\n\nText.\n' },
    found: [bad('`navigation` names abuot, but there is no such page', 'Did you mean `about`?')],
  },
  {
    what: 'an unknown nested key',
    files: settings('author:\n  name: Ada\n  ‸emial: ada@example.org\n'),
    found: [
      {
        rule: 'settings-syntax',
        message: '`author.emial` is not a known key',
        hint: 'Did you mean `email`?',
      },
    ],
  },
  {
    what: 'a list for a single author',
    files: settings('author: ‸[Ada, Grace]\n'),
    found: [bad('`author` is neither a name nor a group of keys')],
  },
  {
    what: 'an unknown time zone',
    files: settings('timeZone: ‸Europe/Atlantis\n'),
    found: [bad('`timeZone` is not a time zone such as Europe/Madrid or UTC')],
  },
  { what: 'an empty author', files: settings('author: ‸\n'), found: [bad('`author` is empty')] },
  {
    what: 'a misspelt key where another is required',
    files: settings('author:\n  ‸‸nmae: Ada\n'),
    found: [
      { rule: 'settings-syntax', message: '`author.name` is missing', hint: '`name: …`' },
      { rule: 'settings-syntax', message: '`author.nmae` is not a known key', hint: 'Did you mean `name`?' },
    ],
  },
  {
    what: 'a misspelt key of a series',
    files: settings('series:\n  research:\n    label: Research\n    ‸lable: Research\n'),
    found: [{ rule: 'settings-syntax', message: '`series.research.lable`', hint: 'Did you mean `label`?' }],
  },
  {
    what: 'a base URL of another scheme',
    files: settings('baseUrl: ‸ftp://example.org\n'),
    found: [bad('`baseUrl` is not an absolute http or https URL such as https://archive.example')],
  },
  {
    what: 'a base URL with a query',
    files: settings('baseUrl: ‸https://example.org/?a=b\n'),
    found: [bad('`baseUrl`')],
  },
  {
    what: 'an allowed host with a scheme',
    files: settings('mcp:\n  allowedHosts: [‸"https://example.org"]\n'),
    found: [bad('`mcp.allowedHosts.0` is not a host name')],
  },
  {
    what: 'an allowed origin without one',
    files: settings('mcp:\n  allowedOrigins:\n    - https://app.example\n    - ‸app.example\n'),
    found: [bad('`mcp.allowedOrigins.1` is not an origin')],
  },
  {
    what: 'a string instead of a list of hosts',
    files: settings('mcp:\n  allowedHosts: ‸example.org\n'),
    found: [bad('`mcp.allowedHosts` is text, not a list', 'Write a list')],
  },
  {
    what: 'an id pattern that is not anchored',
    files: settings('idPattern: ‸week-\\d+\n'),
    found: [bad('`idPattern` is not a simple regular expression between ^ and $', 'groups')],
  },
  { what: 'no series at all', files: settings('series: ‸{}\n'), found: [bad('`series` lists no series')] },
  {
    what: 'a series without a label',
    files: settings('series:\n  research: ‸Research\n'),
    found: [bad('`series.research` is text, not a group of keys', '`research: { label: … }`')],
  },
  {
    what: 'a series with an invalid name',
    files: settings('series:\n  research:\n    label: Research\n  ‸Bad Name:\n    label: Bad\n'),
    found: [bad(/Bad Name.*is not a lower-case name/)],
  },
  {
    what: 'a list of series',
    files: settings('series: ‸[research]\n'),
    found: [bad('`series` is neither a group of series nor `folder`')],
  },
  {
    what: 'a language name instead of a tag',
    files: settings('language: ‸english!\n'),
    found: [bad('not a language tag')],
  },
  { what: 'an empty title', files: settings('title: ‸""\n'), found: [bad('`title` is empty')] },
  {
    what: 'an invalid email address',
    files: settings('author:\n  name: Ada\n  email: ‸nobody\n'),
    found: [bad('`author.email` is not an e-mail address')],
  },
  {
    what: 'a security contact that is neither a URL nor an email address',
    files: settings('security:\n  contact: ‸nobody\n  expires: 2027-06-30\n'),
    found: [bad('`security.contact` is neither an http or https URL nor an e-mail address')],
  },
  {
    what: 'an invalid expiry date',
    files: settings('security:\n  contact: a@example.org\n  expires: ‸2027-02-30\n'),
    found: [bad('`security.expires` is not a day such as 2027-06-30')],
  },
  {
    what: 'an unknown content signal',
    files: settings('contentSignals:\n  ‸ai-trian: no\n'),
    found: [bad('`contentSignals.ai-trian` is not a known key', 'Did you mean `ai-train`?')],
  },
  {
    what: 'a list as archive.yaml',
    files: settings('‸- title\n'),
    found: [bad('not `key: value`', '`key: value`')],
  },
  {
    what: 'a truncated archive.yaml',
    files: settings('title: ‸"A review\n'),
    found: [{ rule: 'settings-syntax', message: 'quotation mark is never closed', hint: /\w/ }],
  },
  {
    what: 'a mistake in archive.yaml, whose series are still known',
    files: settings(
      '‸titel: Essays\nseries:\n  essays:\n    label: Essays\n',
      post().replace('research', 'essays'),
    ),
    found: [{ rule: 'settings-syntax', message: '`titel`', hint: '`title`' }],
  },
  {
    what: 'archive.yml',
    files: { 'archive.yml': '‸', 'posts/week-01.md': post() },
    found: [{ rule: 'stray-file', message: 'archive.yml is ignored', hint: 'Rename it to archive.yaml.' }],
  },
  {
    what: 'an unknown rule',
    files: settings('rules:\n  ‸dead-lnk: off\n'),
    found: [bad('`rules.dead-lnk` is not a known key', 'Did you mean `dead-link`?')],
  },
  {
    what: 'an unknown level',
    files: settings('rules:\n  dead-link: ‸never\n'),
    found: [bad('must be error, warn or off')],
  },
  {
    what: 'an unknown field',
    files: settings('fields:\n  ‸sumary: dek\n'),
    found: [bad('`fields.sumary` is not a known key', 'Did you mean `summary`?')],
  },
  {
    what: 'an unknown generator',
    files: settings('generator: ‸harp\n'),
    found: [bad('is none of hexo')],
  },
  ...[
    'oldUrls: ‸"/*"',
    'oldUrls: ["/{slug}", ‸"/:year/{slug}"]',
    'oldFeeds: ‸/feed*',
    'oldFeeds: ‸/?feed=rss',
  ].map((line) => ({
    what: `an old address that hosts would read as a rule: ${line}`,
    files: settings(`${line}\n`),
    found: [{ rule: 'settings-syntax' as const, message: 'may not hold', hint: /\w/ }],
  })),
  {
    what: 'an old address without a slash',
    files: settings('oldUrls: ‸"{year}/{slug}"\n'),
    found: [bad('does not start with a slash')],
  },
  {
    what: 'an empty folder',
    files: {},
    found: [{ rule: 'no-posts', message: 'no posts, and no archive.yaml', hint: 'posts/week-01.md' }],
  },
  {
    what: 'a level for a rule that must be an error',
    files: { 'archive.yaml': 'rules:\n  ‸no-posts: warn\n' },
    found: [{ rule: 'settings-syntax', message: '`rules.no-posts` is not a known key', hint: 'Known keys' }],
  },
  {
    what: 'only drafts',
    files: { 'posts/week-01.md': post('a', 'draft: true\n'), 'posts/week-02.md': post('b', 'draft: true\n') },
    found: [{ rule: 'no-posts', message: 'Every post is a draft', hint: '`posts` in archive.yaml' }],
  },
]
