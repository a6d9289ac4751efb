// What the posts print of their own archive: outputs of commands, and figures in sentences and tables.
import { base, fences, placeholder, withShell } from './commands.mjs'
import { sentences } from './sentences.mjs'

/** @import { Fact, Value } from './sentences.mjs' */

/**
 * The posts, by id, with everything in them as it is on the archive that listens on a port.
 * @param {ReadonlyMap<string, string>} posts
 * @param {number} port
 */
export async function measured(posts, port) {
  const now = [...posts].map(async ([id, markdown]) => {
    try {
      return /** @type {const} */ ([id, await measuredPost(id, markdown, port)])
    } catch (error) {
      throw new Error(`${id}: ${error instanceof Error ? error.message : error}`)
    }
  })
  return new Map(await Promise.all(now))
}

/** @param {string} id @param {string} markdown @param {number} port */
async function measuredPost(id, markdown, port) {
  const factsOf = sentences[id]
  const outputs = outputsIn(markdown)
  if (!factsOf && outputs.length === 0) return markdown
  return withShell(markdown, port, async (shell) => {
    const lines = markdown.split('\n')
    const answers = []
    for (const { commands } of outputs) answers.push(await shell.run(commands))
    // From the end, so that the lines before keep their numbers.
    for (const [at, { from, to }] of [...outputs.entries()].reverse()) {
      const output = (answers[at] ?? '').trimEnd().replaceAll(base, placeholder)
      lines.splice(from, to - from, ...output.split('\n'))
    }
    return ((await factsOf?.(shell)) ?? []).reduce(fill, lines.join('\n'))
  })
}

/**
 * A fenced block that follows a block of commands, with nothing between them, is what the commands print.
 * @param {string} markdown
 */
function outputsIn(markdown) {
  return fences(markdown).flatMap(({ language, from, to, follows }, at, all) => {
    const before = all[at - 1]
    const isOutput = follows && before?.language === 'sh' && language !== 'sh'
    return isOutput ? [{ commands: before.text, from, to }] : []
  })
}

/**
 * The one place in the post that reads like the sentence, with each # replaced by a value.
 * @param {string} markdown
 * @param {Fact} fact
 */
function fill(markdown, [sentence, ...values]) {
  const parts = sentence.split('#').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  if (parts.length !== values.length + 1) throw new Error(`${values.length} values for: ${sentence}`)
  const pattern = new RegExp(parts.join('([\\w,.:-]*[\\w-])'), 'g')
  const [match, ...others] = markdown.matchAll(pattern)
  if (!match || others.length > 0) throw new Error(`not once in the post: ${sentence}`)
  const texts = values.map((value, at) => printed(value, match[at + 1] ?? ''))
  const filled = sentence.split('#').reduce((text, part, at) => text + texts[at - 1] + part)
  return markdown.replace(pattern, () => filled)
}

/** @param {Value} value @param {string} before what stands there */
function printed(value, before) {
  if (typeof value === 'string') return value
  const number = typeof value === 'number' ? value : value.about
  if (!Number.isFinite(number)) throw new Error(`not measured, where the post says ${before}`)
  const isNear = Math.abs(Number(before.replaceAll(',', '')) - number) <= number / 100
  if (typeof value !== 'number' && isNear) return before
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',')
}
