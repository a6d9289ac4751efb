import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { emptyFolder, type Server, startServer } from './cli/run.ts'

/** Runs the commands in the posts of archive/ as a reader would, and checks what the posts say about the output. */
const archive = fileURLToPath(new URL('../archive', import.meta.url))
let server: Server
beforeAll(async () => {
  server = await startServer([archive, '--port', '0'])
})

/** Runs commands of one post in a folder with the archive and the programs of the post. */
function shellOf(id: string) {
  const cwd = emptyFolder()
  const markdown = readFileSync(join(archive, `posts/${id}.md`), 'utf8').replaceAll(
    '{{ site.url }}',
    `http://localhost:${server.port}`,
  )
  cpSync(archive, join(cwd, 'archive'), { recursive: true })
  for (const [, program = '', name = ''] of markdown.matchAll(
    /^```js\n(\/\/ (\S+\.mjs)\n[^`]*(?:`[^`]+)*?)^```/gm,
  )) {
    writeFileSync(join(cwd, name), program)
  }
  const run = async (command: string) =>
    (await promisify(execFile)('bash', ['-c', command], { cwd })).stdout.replaceAll('\r\n', '\n')
  const blocks = Array.from(markdown.matchAll(/^```sh\n([\s\S]*?)^```/gm), ([, text = '']) => text)
  /** Runs the only block that contains these words. */
  const runBlock = (words: string) => {
    const [found = '', ...others] = blocks.filter((text) => text.includes(words))
    expect([found !== '', others], `one block with: ${words}`).toEqual([true, []])
    return run(found)
  }
  return { run, runBlock }
}

test('week-01: markdown for six of the nine headers, then HTML for three', async () => {
  const types = await shellOf('week-01').runBlock('while IFS=')
  expect(types.match(/text\/\w+/g)).toEqual([
    ...Array(6).fill('text/markdown'),
    ...Array(3).fill('text/html'),
  ])
})

test('week-02: 304 and then 200; markdown, HTML, markdown', async () => {
  const { runBlock } = shellOf('week-02')
  expect(await runBlock('If-None-Match')).toBe('304\n200\n')
  const forms = await runBlock('text/markdown text/html text/markdown')
  expect(forms.match(/text\/\w+/g)).toEqual(['text/markdown', 'text/html', 'text/markdown'])
})

test('week-04: 405 with Allow, 406 with the available types, and a client that handles a 404', async () => {
  const { run, runBlock } = shellOf('week-04')
  expect(await runBlock('-X POST')).toMatch(/^Allow: GET, HEAD, OPTIONS$.*"method_not_allowed"/ms)
  expect(await runBlock('image/png')).toMatch(/"not_acceptable".*text\/html.*text\/markdown/s)
  expect(await run('node read.mjs week-1')).toMatch(/known: \[.*'week-01'/s)
  expect(await run('node read.mjs week-01')).toMatch(/title: .* url: '/s)
})

test('week-08: the ETag is the hash of the saved file, and a citation is verified', async () => {
  const { runBlock } = shellOf('week-08')
  await runBlock('--etag-save')
  const [tag, hash] = (await runBlock('createHash')).split('\n')
  expect(hash).toHaveLength(22)
  expect(tag).toBe(`"${hash}"`)
  expect(await runBlock('--verify')).toBe('Same tag: the same bytes.\n')
})

test('week-12: the ETags of three encodings differ only in their suffix', async () => {
  const { runBlock } = shellOf('week-12')
  const tags = (await runBlock(`grep -i '^etag'\ndone`)).match(/"[^"]+"/g)
  expect(tags?.map((tag) => tag.slice(1, 23))).toEqual(Array(3).fill(tags?.[0]?.slice(1, -1)))
  expect(tags?.map((tag) => tag.slice(23))).toEqual(['"', '-gzip"', '-br"'])
  expect(await runBlock('cksum')).toMatch(/^identity \d+ \d+\ngzip \d+ \d+\nbr \d+ \d+\n$/)
})
