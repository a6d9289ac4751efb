import * as z from 'zod'
import type { Archive } from '../../archive/archive.ts'
import type { InputSchema } from '../../snapshot/mcp.ts'
import { bodyKinds } from '../../unit-kinds.ts'
import { simplify } from '../plain-schema.ts'

/**
 * The three tools, declared once: `tools/list` and the manifest show them, the endpoint checks arguments against the JSON Schemas
 * made here, and tests hold every result against its output schema. Descriptions are written for a model that has to choose.
 */
export function mcpTools(archive: Archive) {
  const { settings, tags } = archive
  const { title } = settings
  const [first = '', ...rest] = Object.keys(settings.series)
  const labels = Object.entries(settings.series).map(([name, { label }]) => `${name} (${label})`)
  const series = z.enum([first, ...rest])
  const known = tags.slice(0, mostTagsNamed).join(', ')
  const cite = `When you quote a post, cite its author (${settings.author.name}), its title and its canonical URL.`

  const filters = {
    series: series.optional().describe(`Only posts of this series: ${labels.join(', ')}.`),
    tag: z
      .string()
      .optional()
      .describe(`Only posts with this topic tag${known === '' ? '.' : `, such as: ${known}.`}`),
  }
  const cursor = z.string().optional().describe('`nextCursor` of the answer before, to get the next page.')
  const id = z
    .string()
    .describe(`The post’s id, matching ${settings.idPattern}, as lists and search results give it.`)

  const entry = {
    id: z.string().describe('Pass it to get_archive_post.'),
    title: z.string(),
    series,
    tags: z.array(z.string()),
    published: z.iso.date().nullable().describe('Day of publication, if known.'),
    url: z.url().describe('The canonical URL, to be cited.'),
  }
  const page = {
    total: z.int().describe('How many there are in all.'),
    returned: z.int().describe('How many of them are here.'),
    nextCursor: z.string().optional().describe('Present when there are more.'),
  }

  return [
    tool({
      name: 'list_archive_posts',
      title: 'List posts',
      description: `Lists the posts of ${title}, newest first: id, title, series, summary, tags, date and URL. Use it to see what there is or what is new, in a series or under a topic tag. To find posts that say something about a subject, use search_archive_posts instead. ${cite}`,
      input: z.strictObject({
        ...filters,
        limit: z.int().min(1).max(100).default(20).describe('How many posts to return.'),
        cursor,
      }),
      output: z.object({
        ...page,
        posts: z.array(z.object({ ...entry, summary: z.string() })),
      }),
    }),
    tool({
      name: 'get_archive_post',
      title: 'Read a post',
      description: `Reads one post of ${title} in full, as markdown. Its front matter holds title, author, dates and canonical_url. Use it before you quote or summarise a post: lists and search results hold a sentence of it at most. A very long post comes in parts, and the end of each part says how to get the next. ${cite} For a benchmark number, cite the primary source that the post names.`,
      input: z.strictObject({
        id,
        offset: z
          .int()
          .min(0)
          .default(0)
          .describe('Where to begin, in characters; for the next part of a long post.'),
        max_chars: z
          .int()
          .min(1000)
          .max(200_000)
          .default(60_000)
          .describe('The most characters to return at once.'),
      }),
    }),
    tool({
      name: 'search_archive_posts',
      title: 'Search posts',
      description: `Searches titles, summaries, tags and bodies of all posts of ${title}, and returns for each hit the sentence that matches best, with its heading and a link to it. Use it to find out what the archive says about a subject; then read the post with get_archive_post. Write words as they come to mind: other forms of a word are found too, and "quoted words" only side by side. ${cite}`,
      input: z.strictObject({
        query: z.string().max(1024).describe('Words to look for; only "…" around a phrase is syntax.'),
        ...filters,
        limit: z.int().min(1).max(50).default(10).describe('How many hits to return.'),
        cursor,
      }),
      output: z.object({
        query: z.string(),
        ...page,
        complete: z.boolean().describe('False when `total` counts only the best of very many matches.'),
        interpreted: z.object({
          terms: z.array(z.string()).describe('What was looked for.'),
          dropped: z.array(z.string()).describe('Words left out, because they are everywhere or too many.'),
          corrected: z
            .array(z.object({ term: z.string(), to: z.array(z.string()) }))
            .describe('Words that occur nowhere, and what was taken instead.'),
          unknown: z.array(z.string()).describe('Words that occur nowhere, and nothing like them.'),
        }),
        hits: z.array(
          z.object({
            ...entry,
            anchorUrl: z.url().describe('Leads to the section that the sentence is in.'),
            heading: z.string().describe('The heading it stands under; empty above the first.'),
            sentence: z.string().describe('Plain text, fit to be quoted.'),
            kind: z.enum(bodyKinds),
            matchedIn: z
              .enum(['body', 'summary', 'title', 'tags'])
              .describe('Where the words were found; if not in the body, the sentence is from the summary.'),
            matchedTerms: z.array(z.string()),
            score: z.number(),
          }),
        ),
      }),
    }),
  ]
}

/** A description is read by a model each time; a long list of tags is in the statistics. */
const mostTagsNamed = 40

const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

interface Declared {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  readonly output?: z.ZodObject
}

function tool({ input, output, ...facts }: Declared) {
  const outputSchema = output ? { outputSchema: jsonSchema(output) } : {}
  // Every argument above is a string or a whole number, which is all that the endpoint checks.
  const inputSchema = jsonSchema(input) as InputSchema
  return { ...facts, inputSchema, ...outputSchema, annotations }
}

function jsonSchema(schema: z.ZodObject): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema: one }) => simplify(one),
  })
  return json
}
