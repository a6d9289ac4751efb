import * as z from 'zod'
import { settableRules } from '../base/diagnostics.ts'
import { isCalendarDate } from '../base/dates.ts'
import { archiveAuthor, namedAuthor } from './author-keys.ts'
import { file, font, glob, httpUrl, line, off, oneOrMore } from './key-forms.ts'
import { isHttpUrl, isPathPattern } from '../base/paths.ts'
import { type FieldName, fieldNames } from './fields.ts'
import { type GeneratorName, generators } from './generators.ts'
import { isIdPattern } from './id-pattern.ts'

const oldPath = line
  .regex(/^\//, 'does not begin with a slash')
  .refine(
    (path) => !isPathPattern(path),
    'may not hold `*`, `?`, `#` or `:name`; parts of a post are `{slug}`, `{year}` and the like',
  )

/** `archive.yaml`, key by key. The descriptions are its documentation; without the file, the defaults are the archive. */
export const archiveKeys = z.strictObject({
  title: line.default('Untitled archive').describe('The publication’s name.'),
  description: line
    .default('A publication archive that programs and agents can read and cite.')
    .describe('One sentence about the publication, for lists and search results.'),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'is not a language tag such as en or pt-BR')
    .default('en')
    .describe('The language the posts are written in, as a BCP 47 tag.'),
  author: z
    .union(
      [archiveAuthor, line.transform((name) => archiveAuthor.parse({ name }))],
      'is neither a name nor a group of keys',
    )
    .default({ name: 'The editors', type: 'organization' })
    .describe('Who writes the publication.'),
  authors: z
    .record(z.string(), namedAuthor)
    .default({})
    .describe('Authors by the key that posts name them with.'),
  generator: z
    .enum(
      Object.keys(generators) as [GeneratorName, ...GeneratorName[]],
      `is none of ${Object.keys(generators).join(', ')}`,
    )
    .optional()
    .describe('What the posts were written for; told from the files by default.'),
  posts: oneOrMore(glob)
    .optional()
    .describe('Where posts are, as globs; `!` before one leaves out what it matches.'),
  pages: oneOrMore(glob).optional().describe('Where pages are, likewise.'),
  files: oneOrMore(glob).optional().describe('Folders that addresses such as /img/x.png lead into.'),
  images: z
    .strictObject({
      widths: z
        .array(line.regex(/^[1-9]\d{1,3}$/, 'is not a width in points, from 10 to 9999').transform(Number))
        .max(8, 'has more than eight widths')
        .default([])
        .describe(
          'Widths in which pictures are published besides their own, such as [640, 1280]; takes the package sharp.',
        ),
    })
    .default({ widths: [] })
    .describe('How pictures are published.'),
  fields: z
    .partialRecord(z.enum(Object.keys(fieldNames) as [FieldName, ...FieldName[]]), oneOrMore(line))
    .default({})
    .describe(
      'For each of Citable’s names, the key of the posts’ front matter that holds it; a dot leads into a group.',
    ),
  ids: line
    .default('{slug}')
    .describe('How ids are made: {slug}, {name}, {folder}, {year}, {month}, {day} in any order.'),
  oldUrls: oneOrMore(oldPath)
    .optional()
    .describe(
      'Where posts were before, as patterns such as /{year}/{month}/{day}/{slug}/; each answers 308 to the post.',
    ),
  oldFeeds: oneOrMore(oldPath)
    .optional()
    .describe('Where the feed was before, such as /rss.xml; each answers 308 to /feed.xml.'),
  siteLinks: oneOrMore(line.regex(/^\//, 'does not begin with a slash'))
    .default([])
    .describe('Beginnings of addresses of the same site that are not part of the archive, such as /docs/.'),
  components: z
    .record(z.string(), z.string())
    .default({})
    .describe(
      'Markdown for a component, shortcode or variable: `{name}` and `{0}` are its attributes, `{children}` what is in it.',
    ),
  rules: z
    .partialRecord(z.enum(settableRules), z.enum(['error', 'warn', 'off'], 'is none of error, warn and off'))
    .default({})
    .describe('How much each rule for content weighs: error, warn or off.'),
  baseUrl: httpUrl
    .optional()
    .describe('Where the archive is published; `--base-url` and `BASE_URL` come before it.'),
  series: z
    .union(
      [
        z.literal('folder'),
        z
          .record(
            z.string().regex(/^[a-z][a-z0-9-]*$/, 'is not a lower-case name'),
            z.strictObject({ label: line.describe('The series’ name as people read it.') }),
          )
          .refine((series) => Object.keys(series).length > 0, 'names no series'),
      ],
      'is neither a group of series nor the word folder',
    )
    .optional()
    .describe(
      'The series that posts belong to, each with its label; or `folder`, for one a folder. What posts say, by default.',
    ),
  idPattern: z
    .string()
    .refine(isIdPattern, {
      message: '`idPattern` is not a simple regular expression between ^ and $',
      params: {
        hint: 'Use characters, classes such as [a-z] or \\d, groups, `|` within a group, and `?`, `*`, `+` or `{2}`.',
      },
    })
    .optional()
    .describe('The regular expression that post ids match; told from the ids by default.'),
  terms: z
    .string()
    .trim()
    .min(1, 'has no text')
    .optional()
    .describe('Usage terms in markdown, instead of the default ones.'),
  look: z
    .strictObject({
      accent: z
        .string()
        .regex(/^#[\da-f]{6}$/i, 'is not a colour such as "#1d5a96"')
        .optional()
        .describe('The colour of links and marks; on dark paper it is lightened as far as reading needs.'),
      logo: file.optional().describe('Shown instead of the title at the top of pages.'),
      favicon: file.optional().describe('The small picture of the site, as SVG or PNG.'),
      card: file
        .transform((path) => (path === 'false' ? false : path))
        .optional()
        .describe(
          'One picture for all that is shared and has none of its own, of 1200 by 630; `false` for none.',
        ),
      fonts: z
        .strictObject({
          text: font.optional().describe('For reading.'),
          interface: font.optional().describe('For what is around the text.'),
          code: font.optional().describe('For code.'),
        })
        .default({})
        .describe('Each a .woff2 file of the archive, or names of fonts that readers may have.'),
      stylesheet: file.optional().describe('A style sheet of your own, after the archive’s.'),
    })
    .default({ fonts: {} })
    .describe('How pages look.'),
  navigation: z
    .array(line)
    .optional()
    .describe(
      'What the top of pages leads to, in order: names of pages, `years`, `series`, `tags`, `search`, `developers`.',
    ),
  footer: line.optional().describe('A line at the end of every page, in markdown.'),
  repository: httpUrl.optional().describe('Where the sources of the archive are; every page leads there.'),
  contentSignals: z
    .strictObject({
      search: z.stringbool().optional().describe('Whether search engines may index posts and quote them.'),
      'ai-input': z.stringbool().optional().describe('Whether models may answer from posts.'),
      'ai-train': z.stringbool().optional().describe('Whether models may be trained on them.'),
    })
    .optional()
    .describe(
      'What robots.txt says that crawlers may do with posts: `search`, `ai-input` and `ai-train`, each yes or no. All, under the default terms.',
    ),
  cacheTags: off.describe('`true` puts `Cache-Tag` on answers, for `citable purge`.'),
  security: z
    .strictObject({
      contact: line
        .refine(
          (text) => isHttpUrl(text) || z.email().safeParse(text).success,
          'is neither an http or https URL nor an e-mail address',
        )
        .describe('Where a weakness is reported.'),
      expires: z
        .string()
        .refine(isCalendarDate, 'is not a day such as 2027-06-30')
        .describe('Until when that holds.'),
    })
    .optional()
    .describe('For /.well-known/security.txt: `contact`, a URL or an e-mail address, and `expires`, a day.'),
  mcp: z
    .strictObject({
      allowedHosts: z
        .array(
          z
            .string()
            .regex(/^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i, 'is not a host name, with or without a port'),
        )
        .default([])
        .describe('Hosts that /mcp answers, besides the archive’s own.'),
      allowedOrigins: z
        .array(
          z
            .string()
            .regex(/^(\*|[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+)$/i, 'is not an origin such as https://app.example'),
        )
        .default([])
        .describe('Origins whose pages /mcp answers, besides the archive’s own; `*` for all.'),
      connectors: off.describe(
        '`true` adds the tools `search` and `fetch`, for ChatGPT’s connectors and deep research.',
      ),
    })
    .default({ allowedHosts: [], allowedOrigins: [], connectors: false })
    .describe('Who may call the MCP endpoint.'),
})

export type ArchiveSettings = z.infer<typeof archiveKeys>

/** What others may do with the texts is the publisher's to say, so whoever writes settings for one asks in them. */
export const termsComment = `# What others may do with the texts. Until \`terms\` is set, the archive says that they are free for any use, commercial
# use included, and robots.txt that models may be trained on them.
# terms: All rights reserved. Short quotations that name the author, the title and the address are welcome.
# contentSignals: { search: yes, ai-input: yes, ai-train: no }
`
