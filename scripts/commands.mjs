// Runs the commands that a post prints, as a reader would, against an archive that listens on any port.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import MarkdownIt from 'markdown-it'

/** @import { Fence, Shell } from './commands.mjs' */

const root = fileURLToPath(new URL('../', import.meta.url))
/** The address of the archive that the figures in the posts are of: the one that `npm start` gives it. */
export const base = 'http://localhost:3000'
/** What posts write where their archive's own address is meant. */
export const placeholder = '{{ site.url }}'

/**
 * A folder in which the commands of one post find what they need: the archive, the programs that the post prints, and a way
 * to the server. Run them one after another: what one leaves there is for the next.
 * @template T
 * @param {string} markdown
 * @param {number} port
 * @param {(shell: Shell) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withShell(markdown, port, use) {
  const dir = mkdtempSync(join(tmpdir(), 'citable-post-'))
  try {
    cpSync(`${root}archive`, join(dir, 'archive'), { recursive: true })
    for (const { language, text } of fences(markdown)) {
      const [, name] = /^\/\/ (\S+\.mjs)\n/.exec(text) ?? []
      if (language === 'js' && name) writeFileSync(join(dir, name), published(text))
    }
    // curl and fetch are told where the address leads; the commands themselves stay as they are.
    writeFileSync(join(dir, '.curlrc'), `connect-to = "localhost:3000:127.0.0.1:${port}"\n`)
    writeFileSync(
      join(dir, 'here.mjs'),
      `const { fetch } = globalThis
globalThis.fetch = (url, ...rest) => fetch(String(url).replace(/^http:\\/\\/localhost:3000/, 'http://127.0.0.1:${port}'), ...rest)\n`,
    )
    const env = {
      PATH: process.env['PATH'],
      HOME: dir,
      CURL_HOME: dir,
      NODE_OPTIONS: `--import ${pathToFileURL(join(dir, 'here.mjs'))}`,
    }
    const tools = `npx() { "$@"; }; citable() { node '${root}dist/cli/main.js' "$@"; }`
    return await use({
      run: async (command) => {
        const line = `${tools}\n${published(command)}`
        const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line], { cwd: dir, env })
        if (stdout === '') throw new Error(`nothing is printed by: ${command}\n${stderr}`)
        return stdout.replaceAll('\r\n', '\n')
      },
      block: (words) => blockWith(markdown, words),
    })
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** @param {string} text */
function published(text) {
  return text.replaceAll(placeholder, base)
}

/** @param {string} markdown @param {string} words */
function blockWith(markdown, words) {
  const found = fences(markdown).filter(({ language, text }) => language === 'sh' && text.includes(words))
  if (found.length !== 1) throw new Error(`${found.length} blocks of commands have: ${words}`)
  return found[0]?.text ?? ''
}

/** Every fenced block, with the lines of its text. @param {string} markdown @returns {Fence[]} */
export function fences(markdown) {
  return new MarkdownIt().parse(markdown, {}).flatMap(({ type, info, content, map }, at, tokens) => {
    if (type !== 'fence' || !map) return []
    const [from, to] = [map[0] + 1, map[1] - 1]
    return [{ language: info, text: content, from, to, follows: tokens[at - 1]?.type === 'fence' }]
  })
}
