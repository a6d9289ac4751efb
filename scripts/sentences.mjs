// Every sentence and table row of a post with a figure that changes with the archive or the code, and how the figure is
// measured: by the post's own commands. Each # stands for a figure. What a single run measured, with its date and versions, is not here.
/** @import { Fact, Facts, Value } from './sentences.mjs' */

/** @type {Record<string, Facts>} */
export const sentences = {
  'week-06': async ({ run, block }) => {
    const count = Number(await run('ls archive/posts | wc -l'))
    const sizes = rows(await run(block('for path in')), ' ').map(([size]) => Number(size))
    const [llms = 0, home = 0, twin = 0, list = 0, posts = 0] = sizes
    return [
      ['| `/llms.txt` | # |', llms],
      ['| `/` | # |', home],
      ['| `/index.md` | # |', twin],
      ['| `/api/v1/posts.json` | # |', list],
      ['counts the lines of the posts: # bytes, or # for each.', posts, Math.round(posts / count)],
      [
        'would reach the first bound with about # posts.',
        Math.floor((50_000 - (llms - posts)) / (posts / count)),
      ],
    ]
  },

  'week-07': async ({ run, block }) => {
    const { length } = JSON.parse(await run(block('search_archive_posts')))
    return [['The hit has # characters,', length]]
  },

  'week-08': async ({ run, block }) => {
    await run(block('node cite.mjs week-04'))
    const { published, modified, etag } = JSON.parse(await run('cat kept.json'))
    return [
      ['  "published": "#",\n  "modified": "#",', published, modified],
      ['"etag": "\\"#\\""', etag.slice(1, -1)],
    ]
  },

  'week-09': async ({ run }) => {
    const tools = await run(
      `curl -s {{ site.url }}/mcp -H 'Content-Type: application/json' -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`,
    )
    const read = JSON.parse(tools).result.tools.find(
      (/** @type {{ name: string }} */ { name }) => name === 'get_archive_post',
    )
    const weights = rows((await run('node weigh.mjs')).trim(), '|')
    return [
      ...weights.map(([what = '', bytes, characters]) =>
        // A row of the table opens with a capital letter, unless it is the name of a post.
        fact(
          `| ${what.startsWith('week') ? what : capital(what)} | # | # |`,
          Number(bytes),
          Number(characters),
        ),
      ),
      [
        'divides a post only above # characters.',
        Number(/else (\d+)/.exec(read.inputSchema.properties.max_chars.description)?.[1]),
      ],
    ]
  },

  'week-10': async ({ run, block }) => {
    const names = { 'text/html': 'HTML', 'text/markdown': 'Markdown', 'application/json': 'JSON' }
    const encodings = { identity: 'plain', gzip: 'gzip', br: 'Brotli' }
    const lines = rows(await run(block('while read')), ' ')
    const size = (/** @type {string} */ type, /** @type {string} */ encoding) => {
      const bytes = Number(lines.find((line) => line[0] === type && line[1] === encoding)?.[2])
      // Another version of a compressor may save a few bytes more or less.
      return encoding === 'identity' ? bytes : { about: bytes }
    }
    const ratio = (/** @type {string} */ encoding) => {
      const [html, markdown] = ['text/html', 'text/markdown'].map((type) =>
        Number(lines.find((line) => line[0] === type && line[1] === encoding)?.[2]),
      )
      return ((html ?? 0) / (markdown ?? 0)).toFixed(1)
    }
    return [
      ...Object.entries(names).flatMap(([type, name]) =>
        Object.entries(encodings).map(([encoding, label]) =>
          fact(`| ${name}, ${label} | # |`, size(type, encoding)),
        ),
      ),
      [
        'HTML is # times as large plain, # times with gzip and # times with Brotli.',
        ...Object.keys(encodings).map(ratio),
      ],
    ]
  },

  'week-12': async ({ run, block }) => {
    const [[, header = ''] = []] = rows(await run(block('--etag-compare day-1.etag')), ' ')
    return [['the answer was `304 # 0`: # bytes of header, no body.', header, Number(header)]]
  },
}

/** Lines of an output, cell by cell. @param {string} output @param {string} between */
function rows(output, between) {
  return output.split('\n').map((line) =>
    line
      .split(between)
      .map((cell) => cell.trim())
      .filter(Boolean),
  )
}

/** @param {string} sentence @param {Value[]} values @returns {Fact} */
function fact(sentence, ...values) {
  return [sentence, ...values]
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
