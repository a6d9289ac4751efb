import * as z from 'zod'
import { line } from './front-matter.ts'
import { isHttpUrl } from './http-url.ts'
import { isIdPattern } from './id-pattern.ts'

const httpUrl = z.string().refine(isHttpUrl, 'is not an absolute http or https URL')

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
    .strictObject({
      name: line.describe('Who is cited as the author of every post.'),
      url: httpUrl.optional().describe('The author’s own page.'),
      email: z
        .email('is not an e-mail address')
        .optional()
        .describe('Shown on the contact page made by default.'),
    })
    .default({ name: 'The editors' })
    .describe('Who writes the publication.'),
  baseUrl: httpUrl
    .optional()
    .describe('Where the archive is published; `--base-url` and `BASE_URL` come before it.'),
  series: z
    .record(
      z.string().regex(/^[a-z][a-z0-9-]*$/, 'is not a lower-case name'),
      z.strictObject({ label: line.describe('The series’ name as people read it.') }),
    )
    .refine((series) => Object.keys(series).length > 0, 'names no series')
    .default({ research: { label: 'Research' }, practice: { label: 'Practice' } })
    .describe('The series that posts belong to, each with its label.'),
  idPattern: z
    .string()
    .refine(isIdPattern, {
      message: '`idPattern` is not a simple regular expression between ^ and $',
      params: {
        rule: 'bad-value',
        hint: 'Use characters, classes such as [a-z] or \\d, groups, `|` within a group, and `?`, `*`, `+` or `{2}`.',
      },
    })
    .default('^week-\\d{2}$')
    .describe('The regular expression that post ids match.'),
  terms: z
    .string()
    .trim()
    .min(1, 'has no text')
    .optional()
    .describe('Usage terms in markdown, instead of the default ones.'),
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
    })
    .default({ allowedHosts: [], allowedOrigins: [] })
    .describe('Who may call the MCP endpoint.'),
})

export type ArchiveSettings = z.infer<typeof archiveKeys>
