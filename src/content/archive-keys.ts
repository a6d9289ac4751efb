import * as z from 'zod'
import { isCalendarDate, isTimeZone } from '../base/dates.ts'
import { settableRules } from '../base/diagnostics.ts'
import { type EmbedName, embeds } from '../base/embeds.ts'
import { nearest } from '../base/nearest.ts'
import { Nesting } from '../base/nesting.ts'
import { isHttpUrl, isPathPattern } from '../base/paths.ts'
import { type FieldName, fieldNames, type Generator, visibilities } from '../generators/generator.ts'
import { generators } from '../generators/registry.ts'
import { syntaxNames } from '../generators/syntaxes/translator.ts'

/** A key that may be missing. The reference shows `fallback` as its default. */
const optional = <S extends z.ZodType>(schema: S, description: string, fallback?: string) =>
  schema.optional().meta({ description, fallback })

const oneOrMore = <S extends z.ZodType<string>>(item: S) =>
  z.union([item.transform((text) => [text]), z.array(item)], 'is neither text nor a list')

const list = <S extends z.ZodType>(item: S, description: string) =>
  z.array(item).default([]).describe(description)

const matching = (pattern: RegExp, otherwise: string) => z.string().regex(pattern, otherwise)

const oneOf = <Name extends string>(names: readonly Name[]) => z.enum(names, `is none of ${names.join(', ')}`)

/** `a`, `b` */
const inCode = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

const nonEmpty = z.string().trim().min(1, 'is empty')
const singleLine = nonEmpty.regex(/^[^\n]*$/, 'must be one line')
const off = z.stringbool().default(false)
const httpUrl = z
  .string()
  .refine(isHttpUrl, 'is not an absolute http or https URL such as https://archive.example')
const path = singleLine.regex(/^(?!\/|\.\.)[^\\:]+$/, 'is not the path of a file in the folder')
const glob = singleLine
  .regex(/^!?(?!\.\.)[^\\]+$/, 'is not a path below the folder; * matches anything')
  .refine((pattern) => !isCostlyGlob(pattern), 'nests, repeats or has too many wildcards')

/** picomatch recurses, and what it makes of repetitions and of several `*` in a name takes exponential time to match. */
function isCostlyGlob(pattern: string): boolean {
  const nesting = new Nesting(3)
  const isNested = [...pattern].some((char) => {
    if (/[([{]/.test(char)) nesting.open()
    else if (/[)\]}]/.test(char)) nesting.close()
    return nesting.isTooDeep
  })
  const repeats = /[+*?]\(|[)\]]\+/.test(pattern)
  const starred = pattern.split('/').some((name) => (name.match(/\*+/g)?.length ?? 0) > 3)
  return isNested || repeats || starred || pattern.length > 1000
}

/** A .woff2 file or font names. The value goes into a style sheet unescaped. */
const font = singleLine.regex(/^[\p{L}\d\s'",_./-]+$/u, 'is neither a .woff2 file nor a list of font names')

export const namedAuthor = z.strictObject({
  name: singleLine.describe('Name to show and cite.'),
  type: z
    .enum(['person', 'organization'], 'is neither person nor organization')
    .default('person')
    .describe('person or organization.'),
  url: optional(httpUrl, 'The author’s own page.'),
  email: optional(z.email('is not an e-mail address'), 'For citations that include one.'),
  family: optional(singleLine, 'Family name, which citations sort by; without it, the whole name is cited.'),
  picture: optional(path, 'Picture shown on the author’s page, a file of the archive.'),
})

export const fallbackAuthor = 'The editors'
export const untitled = 'Untitled archive'

const { name, type, email } = namedAuthor.shape
export const archiveAuthor = namedAuthor.extend({
  name: name
    .describe('Author of posts that name none, or a key of `authors`; `author: A name` is enough.')
    .meta({ fallback: fallbackAuthor }),
  type: type.unwrap().default('organization').describe('person or organization.'),
  email: email.describe('Shown on the default contact page.'),
})

const homeLists = ['lead', 'recent', 'earlier', 'series', 'years', 'tags', 'authors'] as const

const colonNames = '`:name`; parts of a post are `{slug}`, `{year}` and the like'

const sitePath = singleLine.regex(/^\//, 'does not start with a slash')
const oldPath = sitePath.refine(
  (address) => !isPathPattern(address),
  `may not hold \`*\`, \`?\`, \`#\` or ${colonNames}`,
)

const postParts =
  'slug slug_or_title name title path folder category categories year month day i_month i_day hash'.split(' ')

/** Checks the placeholders of a pattern, which would otherwise be filled with nothing. */
const withParts = (schema: z.ZodString, parts: readonly string[]) =>
  schema.superRefine((pattern, context) => {
    for (const [written, name = ''] of pattern.matchAll(/\{([^{}]*)\}?|\}/g)) {
      if (written === `{${name}}` && parts.includes(name)) continue
      const [near] = nearest(name.trim(), parts, 1)
      const all = parts.map((part) => `{${part}}`).join(', ')
      const none = 'Write the whole path; this setting has no placeholders.'
      const hint = all === '' ? none : near ? `Did you mean {${near}}?` : `Placeholders are ${all}.`
      context.addIssue({ code: 'custom', message: `${written} is not a placeholder`, params: { hint } })
    }
  })

const addressPattern = withParts(oldPath, ['id', ...postParts])

export const generatorKey = (all: readonly Generator[]) =>
  optional(oneOf(all.map(({ name }) => name)), 'The generator the posts were written for.', 'detected')

/** Schema of `archive.yaml`. The reference docs are generated from descriptions and fallbacks. */
export const archiveKeys = z.strictObject({
  title: singleLine.default(untitled).describe('The publication’s name.'),
  description: optional(singleLine, 'One sentence about the publication, for lists and search results.'),
  language: matching(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'is not a language tag such as en or pt-BR')
    .default('en')
    .describe('The language the posts are written in, as a BCP 47 tag.'),
  author: z
    .union(
      [archiveAuthor, singleLine.transform((name) => archiveAuthor.parse({ name }))],
      'is neither a name nor a group of keys',
    )
    .default({ name: fallbackAuthor, type: 'organization' })
    .describe('Who writes the publication.'),
  authors: z
    .record(z.string(), namedAuthor)
    .default({})
    .describe('Authors, by the key that posts use for them.'),
  timeZone: optional(
    z.string().refine(isTimeZone, 'is not a time zone such as Europe/Madrid or UTC'),
    'Time zone for dates that have a time and an offset, such as Europe/Madrid.',
    'by generator, else the day as written',
  ),
  generator: generatorKey(generators),
  posts: optional(oneOrMore(glob), 'Globs for posts; a leading `!` excludes.', 'by generator'),
  pages: optional(oneOrMore(glob), 'Globs for pages.', 'by generator'),
  files: optional(
    z.union(
      [
        glob.transform((folder) => [folder]),
        z.record(glob, oldPath).transform((mount) => [mount]),
        z.array(z.union([glob, z.record(glob, oldPath)], 'is neither a folder nor a folder with its path')),
      ],
      'is neither a folder nor a list of folders',
    ),
    'Folders of files such as /img/x.png; `{ assets/images: /img/ }` for one published at another path.',
    'by generator',
  ),
  future: optional(
    z.stringbool(),
    'Whether to publish posts dated after today; if unset, `--future` includes them.',
    'by generator, else no',
  ),
  images: z
    .strictObject({
      widths: z
        .array(matching(/^[1-9]\d{1,3}$/, 'is not a width in pixels, from 10 to 9999').transform(Number))
        .max(8, 'has more than eight widths')
        .default([])
        .describe('Additional widths of images in pixels, such as [640, 1280]; requires the package sharp.'),
    })
    .default({ widths: [] })
    .describe('Image settings.'),
  fields: z
    .partialRecord(z.enum(Object.keys(fieldNames) as [FieldName, ...FieldName[]]), oneOrMore(singleLine))
    .default({})
    .describe('Your own front matter keys, by Citable’s name for each; use dots for nested keys.'),
  statuses: z
    .record(
      singleLine.transform((word) => word.toLowerCase()),
      oneOf(visibilities),
    )
    .default({})
    .describe(
      'What your values of `status` and the like mean, such as `evergreen: publish` (`unlisted`, `hold`).',
    ),
  ids: withParts(singleLine.regex(/^(?!.*:\w)/, `may not hold ${colonNames}`), postParts)
    .default('{slug}')
    .describe('Pattern of post ids, with placeholders such as {slug}, {name}, {folder} and {year}.'),
  urls: optional(
    addressPattern,
    'Pattern of post URLs, such as /{year}/{slug}/ or /{slug}.html; /posts/{id} redirects (308) to it.',
    '/posts/{id}',
  ),
  originals: optional(
    httpUrl.refine((url) => !/[{}]/.test(url), 'is a site; `urls` or `oldUrls` has the pattern'),
    'Site where posts stay and are cited, such as https://example.org, by `urls` or the first of `oldUrls`.',
  ),
  oldUrls: optional(
    oneOrMore(addressPattern),
    'Patterns of old post URLs, such as /{year}/{month}/{day}/{slug}/; each redirects (308) to the post.',
    'by generator',
  ),
  oldFeeds: optional(
    oneOrMore(withParts(oldPath, [])),
    'Old paths of the feed, such as /rss.xml; each redirects (308) to /feed.xml.',
    'by generator',
  ),
  syntaxes: optional(
    oneOrMore(
      singleLine.refine(
        (name): name is (typeof syntaxNames)[number] => syntaxNames.some((syntax) => syntax === name),
        `is none of ${syntaxNames.join(', ')}`,
      ),
    ),
    `What posts contain besides markdown: ${inCode(syntaxNames)}; \`mdx\` in every post, \`jsx\` where used.`,
    'by generator',
  ),
  siteLinks: oneOrMore(withParts(sitePath, []))
    .default([])
    .describe('Path prefixes on the same site but outside the archive, such as /docs/.'),
  components: z
    .record(z.string(), z.string())
    .default({})
    .describe(
      'Markdown for a component, shortcode or variable: `{name}`, `{0}`, and `{children}` for the content.',
    ),
  rules: z
    .partialRecord(z.enum(settableRules), z.enum(['error', 'warn', 'off'], 'must be error, warn or off'))
    .default({})
    .describe('Level of each content rule: error, warn or off.'),
  baseUrl: optional(httpUrl, 'Where the archive is published; `--base-url` and `BASE_URL` take precedence.'),
  series: optional(
    z.union(
      [
        z.literal('folder'),
        z
          .record(
            matching(/^[a-z][a-z0-9-]*$/, 'is not a lower-case name'),
            z.strictObject({ label: singleLine.describe('Display name of the series.') }),
          )
          .refine((series) => Object.keys(series).length > 0, 'lists no series'),
      ],
      'is neither a group of series nor `folder`',
    ),
    'The series posts belong to, each with a label; or `folder`, for one series per folder.',
    'the series named in posts',
  ),
  idPattern: optional(
    z.string().refine(isIdPattern, {
      message: '`idPattern` is not a simple regular expression between ^ and $',
      params: {
        hint: 'Use characters, classes such as [a-z], `{2}` to repeat one, and one `+` or `*`; no groups.',
      },
    }),
    'Regular expression that every post id matches.',
    'derived from the ids',
  ),
  rhythm: optional(
    z.literal('weekly', 'is not `weekly`'),
    'How often the archive changes, as its privacy page and agent instructions say: `weekly`.',
    'not stated',
  ),
  terms: optional(nonEmpty, 'Usage terms, in markdown.', 'none stated'),
  look: z
    .strictObject({
      accent: optional(
        matching(/^#[\da-f]{6}$/i, 'is not a color such as "#1d5a96"'),
        'Color of links and highlights; lightened for contrast in dark mode.',
        '`#1d5a96`',
      ),
      theme: optional(
        oneOf(['dark', 'light', 'system'] as const),
        'Colors of all pages: `dark`, `light`, or as readers set their `system`, with a button to change them.',
        '`system`',
      ),
      home: z
        .array(oneOf(homeLists))
        .default([...homeLists])
        .describe(`Lists on [the home page](PUBLISHING.md#your-home-page): ${inCode(homeLists)}.`)
        .meta({ fallback: 'all of them' }),
      logo: optional(path, 'Image shown instead of the title at the top of pages.', 'the title'),
      logoDark: optional(path, 'Logo for dark mode.', '`look.logo`'),
      favicon: optional(path, 'Site icon, SVG or PNG.', 'quotation marks'),
      card: optional(
        path.transform((file) => (file === 'false' ? undefined : file)),
        'Preview image of pages and posts without one, 1200×630 px.',
      ),
      fonts: z
        .strictObject({
          text: optional(font, 'Body text.'),
          interface: optional(font, 'Everything around the body text.'),
          code: optional(font, 'Code.'),
        })
        .default({})
        .describe('Fonts: .woff2 files in the archive, or names of installed fonts.')
        .meta({ fallback: 'system fonts' }),
      stylesheet: optional(path, 'Your own style sheet, loaded after the archive’s.'),
      head: optional(path, 'HTML file to add to the head of every page, for example analytics.'),
      foot: optional(path, 'HTML file to add after every post, for example comments or a newsletter form.'),
      hosts: list(
        matching(/^https:\/\/[\w.-]+(?::\d+)?$/, 'is not an origin such as https://stats.example'),
        'Origins that `look.head` and `look.foot` may use.',
      ),
    })
    .default({ fonts: {}, hosts: [], home: [...homeLists] })
    .describe('Look of the pages.'),
  navigation: optional(
    z.array(
      z.union(
        [singleLine, z.record(singleLine, httpUrl)],
        'is neither the name of a page nor a label with a URL, such as `Podcast: https://example.org`',
      ),
    ),
    'Links at the top: pages, `years`, `series`, `tags`, `authors`, `search`, `developers` or `Label: URL`.',
    'lists and three pages; others are in the footer',
  ),
  embeds: list(
    oneOf(Object.keys(embeds) as EmbedName[]),
    `Players for links on a line of their own, on request: ${inCode(Object.keys(embeds))}.`,
  ),
  footer: optional(singleLine, 'Footer of every page, in markdown.'),
  repository: optional(httpUrl, 'URL of the source repository; every page links to it.'),
  contentSignals: optional(
    z.strictObject({
      search: optional(z.stringbool(), 'Whether search engines may index posts and quote them.'),
      'ai-input': optional(z.stringbool(), 'Whether models may answer from posts.'),
      'ai-train': optional(z.stringbool(), 'Whether models may train on posts.'),
    }),
    'What robots.txt allows crawlers to do with posts: `search`, `ai-input` and `ai-train`, each yes or no.',
    'not stated',
  ),
  cacheTags: off.describe('`true` sends `Cache-Tag` headers, to purge caches by tag.'),
  security: optional(
    z.strictObject({
      contact: singleLine
        .refine(
          (contact) => isHttpUrl(contact) || z.email().safeParse(contact).success,
          'is neither an http or https URL nor an e-mail address',
        )
        .describe('Where to report a vulnerability.'),
      expires: z
        .string()
        .refine(isCalendarDate, 'is not a day such as 2027-06-30')
        .describe('Date it expires.'),
    }),
    'For /.well-known/security.txt: `contact`, a URL or an e-mail address, and `expires`, a date.',
  ),
  mcp: z
    .strictObject({
      allowedHosts: list(
        matching(/^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i, 'is not a host name, with or without a port'),
        'Hosts that /mcp accepts, besides the archive’s own.',
      ),
      allowedOrigins: list(
        matching(/^(\*|[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+)$/i, 'is not an origin such as https://app.example'),
        'Origins that /mcp accepts, besides the archive’s own; `*` for all.',
      ),
      connectors: off.describe(
        '`true` adds the tools `search` and `fetch`, for ChatGPT’s connectors and deep research.',
      ),
    })
    .default({ allowedHosts: [], allowedOrigins: [], connectors: false })
    .describe('Who may call the MCP endpoint.'),
})

export type ArchiveSettings = z.infer<typeof archiveKeys>

/** `init` and `import` add this to new settings: only the publisher can choose a license. */
export const termsComment = `# The license of your posts. Until \`terms\` is set, readers get no rights to reuse them, and pages say so. Three common choices:
# terms: "[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/)"
# terms: All rights reserved. Short quotations that name the author, the title and the address are welcome.
# terms: Free for any use, commercial use included.
# What robots.txt tells crawlers:
# contentSignals: { search: yes, ai-input: yes, ai-train: no }
`

/** Returns a test for ids. Ids have at most 200 characters. */
export function idMatcher(pattern: string): (id: string) => boolean {
  if (!isIdPattern(pattern)) throw new Error(`Unsupported id pattern: ${pattern}`)
  const expression = new RegExp(pattern, 'u')
  return (id) => id.length <= 200 && expression.test(id)
}

/** Accepts patterns that JavaScript, which backtracks, matches in linear time: at most one quantifier is open-ended. */
function isIdPattern(text: string): boolean {
  if (text.length > 256 || !idPatternForm.test(text)) return false
  try {
    return new RegExp(text, 'u').source !== ''
  } catch {
    return false
  }
}

/** A literal, an escape or a class. */
const idCharacter = String.raw`(?:[^\\()[\]{}|?*+^$]|\\[dDwWsS]|\\[^\w\s]|\[(?:\\.|[^\\\]])*\])`
const idCharacters = String.raw`(?:${idCharacter}(?:\{\d{1,3}\})?)*`
const openEnded = String.raw`${idCharacter}(?:[*+]|\{\d{1,3},\})`
const idPatternForm = new RegExp(String.raw`^\^${idCharacters}(?:${openEnded}${idCharacters})?\$$`, 'u')
