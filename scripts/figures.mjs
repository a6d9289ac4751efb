// `npm run figures`: writes what the archive answers into the posts that print it, then draws the charts. Tests hold that a
// second run would change nothing.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile, folder } from 'citable/compile'
import { listen } from 'citable/node'
import { serve } from 'citable/serve'
import { charts, draw, fileOf } from './charts.mjs'
import { base } from './commands.mjs'
import { measured } from './measured.mjs'

const archive = fileURLToPath(new URL('../archive/', import.meta.url))
const fileOfPost = (/** @type {string} */ id) => `${archive}posts/${id}.md`

// A figure may stand in a text that another figure is measured on, so this goes on until nothing changes.
let rounds = 0
while (await write()) {
  rounds += 1
  if (rounds === 5) throw new Error('the figures still change after five rounds')
}
for (const chart of charts) writeFileSync(fileOf(chart), draw(chart))

/** @returns {Promise<boolean>} whether any post changed */
async function write() {
  const posts = new Map(
    readdirSync(`${archive}posts`).map((name) => [
      name.slice(0, -3),
      readFileSync(`${archive}posts/${name}`, 'utf8'),
    ]),
  )
  const { value: snapshot } = await compile(folder(archive), { baseUrl: base })
  if (!snapshot) throw new Error('the archive has errors: run `npx citable check`')
  const server = await listen({ handler: serve(snapshot), port: 0, host: '127.0.0.1' })
  try {
    const now = await measured(posts, server.port)
    const changed = [...now].filter(([id, markdown]) => markdown !== posts.get(id))
    for (const [id, markdown] of changed) {
      console.log(`${id}: new figures`)
      writeFileSync(fileOfPost(id), markdown)
    }
    return changed.length > 0
  } finally {
    await server.close()
  }
}
