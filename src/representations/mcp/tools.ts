import * as z from 'zod'
import type { Archive } from '../../archive/archive.ts'
import { mcpLimits } from '../../mcp/limits.ts'
import { type ToolName, toolNames } from '../../mcp/names.ts'
import type { InputSchema } from '../../snapshot/mcp.ts'
import { bodyKinds, searchedParts } from '../../unit-kinds.ts'
import { simplify } from '../plain-schema.ts'
import { namesAuthors } from '../schema.ts'

/**
 * The three tools, declared once: `tools/list` and the manifest show them, the endpoint checks arguments against the JSON Schemas
 * made here, and tests hold every result against its output schema. Descriptions are written for a model that has to choose.
 */
export function mcpTools(archive: Archive) {
  const { tags } = archive
  const { title } = archive.settings
  const [first = '', ...rest] = archive.series.keys()
  const labels = Array.from(archive.series, ([name, label]) => `${name} (${label})`)
  const series = z.enum([first, ...rest])
  const known = tags.slice(0, mostTagsNamed).join(', ')
  const cite = `When you quote a post, cite ${whomToCite(archive)}, its title and its canonical URL.`

  const filters = {
    series: series.optional().describe(`Only posts of this series: ${labels.join(', ')}.`),
    tag: z
      .string()
      .optional()
      .describe(`Only posts with this topic tag${known === '' ? '.' : `, such as: ${known}.`}`),
  }
  const cursor = z.string().optional().describe('`nextCursor` of the previous page, to get the next one.')
  const id = z
    .string()
    .describe(`The post’s id, matching ${archive.idPattern}, as lists and search results show it.`)

  const entry = {
    id: z.string().describe(`Pass it to ${toolNames.get}.`),
    title: z.string(),
    authors: z.array(z.string()).describe('Who wrote it, to be cited.'),
    series,
    tags: z.array(z.string()),
    published: z.iso.date().nullable().describe('Date of publication, if known.'),
    url: z.url().describe('The canonical URL, to cite.'),
  }
  const page = {
    total: z.int().describe('How many there are in all.'),
    returned: z.int().describe('How many of them are here.'),
    nextCursor: z.string().optional().describe('Present when there is another page.'),
  }

  const tools = {
    [toolNames.list]: {
      title: 'List posts',
      description: `Lists the posts of ${title}, newest first: id, title, authors, series, summary, tags, date and URL. Use it to see what there is or what is new, in a series or under a topic tag. To find posts that say something about a subject, use ${toolNames.search} instead. ${cite}`,
      input: z.strictObject({
        ...filters,
        limit: limitOf(mcpLimits.posts).describe('How many posts to return.'),
        cursor,
      }),
      output: z.object({
        ...page,
        posts: z.array(z.object({ ...entry, summary: z.string() })),
      }),
    },
    [toolNames.get]: {
      title: 'Read a post',
      description: `Reads one post of ${title} in full, as markdown. Its front matter has the title, the author, the dates and the canonical_url. Use it before you quote or summarise a post: lists and search results show one sentence of it at most. A very long post comes in parts, and the end of each part says how to get the next. ${cite} For a benchmark number, cite the primary source that the post names.`,
      input: z.strictObject({
        id,
        offset: z
          .int()
          .min(0)
          .default(0)
          .describe('Where to start, in characters; for the next part of a long post.'),
        max_chars: z
          .int()
          .min(mcpLimits.part.least)
          .max(mcpLimits.part.most)
          .default(mcpLimits.part.usual)
          .describe('The most characters to return at once.'),
      }),
    },
    [toolNames.search]: {
      title: 'Search posts',
      description: `Searches titles, summaries, tags and bodies of all posts of ${title}, and returns for each hit the sentence that matches best, with its heading and a link to it. Use it to find out what the archive says about a subject; then read the post with ${toolNames.get}. Use plain words: other forms of a word match too. Put quotation marks around words that must stand side by side. ${cite}`,
      input: z.strictObject({
        query: z
          .string()
          .max(mcpLimits.query)
          .describe('Words to search for. Quotation marks around a phrase are the only syntax.'),
        ...filters,
        limit: limitOf(mcpLimits.hits).describe('How many hits to return.'),
        cursor,
      }),
      output: z.object({
        query: z.string(),
        ...page,
        complete: z
          .boolean()
          .describe('False when a phrase was looked for only in the best posts, and `total` counts those.'),
        interpreted: z.object({
          terms: z.array(z.string()).describe('What was searched for.'),
          dropped: z.array(z.string()).describe('Words that were ignored: too common, or too many.'),
          corrected: z
            .array(z.object({ term: z.string(), to: z.array(z.string()) }))
            .describe('Words that occur nowhere, and what was searched for instead.'),
          unknown: z.array(z.string()).describe('Words that occur nowhere, and resemble nothing that does.'),
        }),
        hits: z.array(
          z.object({
            ...entry,
            anchorUrl: z.url().describe('Links to the section that the sentence is in.'),
            heading: z.string().describe('The heading above the sentence; empty before the first.'),
            sentence: z.string().describe('Plain text, ready to quote.'),
            kind: z.enum(bodyKinds),
            matchedIn: z
              .enum(searchedParts)
              .describe('Where the words were found; if not in the body, the sentence is from the summary.'),
            matchedTerms: z.array(z.string()),
            score: z.number(),
          }),
        ),
      }),
    },
  } satisfies Record<ToolName, Declared>
  return Object.entries<Declared>(tools).map(([name, declared]) => toolOf(name, declared))
}

/** One author of all posts is named at once. */
export function whomToCite(archive: Archive): string {
  return namesAuthors(archive) ? 'its authors' : `its author (${archive.settings.author.name})`
}

function limitOf({ usual, most }: { readonly usual: number; readonly most: number }) {
  return z.int().min(1).max(most).default(usual)
}

/** A model reads the description every time; the statistics list all tags. */
const mostTagsNamed = 40

const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

interface Declared {
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  readonly output?: z.ZodObject
}

function toolOf(name: string, { input, output, ...facts }: Declared) {
  const outputSchema = output ? { outputSchema: jsonSchema(output) } : {}
  // Every argument above is a string or a whole number, which is all that the endpoint checks.
  const inputSchema = jsonSchema(input) as InputSchema
  return { name, ...facts, inputSchema, ...outputSchema, annotations }
}

function jsonSchema(schema: z.ZodObject): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema: one }) => simplify(one),
  })
  return json
}
