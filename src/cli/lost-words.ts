import { dirname } from 'node:path/posix'
import { once } from '../base/caches.ts'
import { contentRules, type Diagnostic } from '../base/diagnostics.ts'
import { grouped } from '../base/grouped.ts'
import { decodeText } from '../base/text-file.ts'
import { isHtml, isMarkdown } from '../content/layout.ts'
import { readMatter } from '../content/matter.ts'
import { type Content, readBytes } from '../content/read.ts'
import type { ContentSource } from '../content/source.ts'
import { countWords } from '../markdown/sentences.ts'

/** They bound the work for one tag. */
const maximumFiles = 1000
const maximumValues = 20
const isPartial = /(?:^|\/)_[^/]*$/
const textEnding = /\.(?:md|markdown|mdx|html?)$/i

/**
 * Counts the words of posts that are not published, and of the files that a removed tag seems to include:
 * `{{ release_notes(version="1.2") }}` and `releases/1.2/release-notes/fixes.md`.
 */
export async function withLostWords(
  source: ContentSource,
  { paths, posts, pages }: Content,
  diagnostics: readonly Diagnostic[],
): Promise<Diagnostic[]> {
  const published = new Set([...posts, ...pages].map(({ file }) => file.path))
  const others = [...paths].filter((path) => (isMarkdown(path) || isHtml(path)) && !published.has(path))
  const byStep = once(() => {
    const files = others.map((path) => ({ path, steps: stepsOf(path) }))
    return grouped(files, ({ steps }) => [...new Set(steps)])
  })
  const counts = new Map<string, number>()
  const withWords: Diagnostic[] = []
  for (const one of diagnostics) withWords.push({ ...one, ...(await lossOf(one)) })
  return withWords

  async function lossOf({ path, rule, severity, data }: Diagnostic): Promise<Pick<Diagnostic, 'data'>> {
    if (data?.removed !== undefined) {
      const files = includedBy(data.removed, path)
      let lost = files.length > 0 ? 0 : (data.lost ?? 0)
      for (const file of files) lost += await wordsIn(file)
      return files.length > 0 ? { data: { ...data, lost, files } } : {}
    }
    const isPost = severity === 'warning' && contentRules[rule].counted !== undefined
    return isPost ? { data: { ...data, lost: await wordsIn(path) } } : {}
  }

  async function wordsIn(path: string): Promise<number> {
    const known = counts.get(path)
    if (known !== undefined) return known
    const bytes = (await readBytes(source, path)).value
    const file = bytes && decodeText(path, bytes).value
    const words = file ? countWords(file.text.slice(readMatter(file).value?.bodyStart ?? 0)) : 0
    counts.set(path, words)
    return words
  }

  /** Files whose path ends with an argument, has an argument and the tag's name as steps, or is a partial of that name. */
  function includedBy(tag: string, post: string): string[] {
    const [name = '', ...values] = tag.match(/[\p{L}\p{N}][\p{L}\p{N}_./-]*/gu) ?? []
    const [word = ''] = stepsOf(name)
    const all = [...new Set([name, ...values])].slice(0, maximumValues).flatMap((value) => {
      const steps = stepsOf(value)
      const files = (byStep().get(steps.at(-1) ?? '') ?? []).slice(0, maximumFiles)
      if (value === name) return files.filter((one) => isPartial.test(one.path) && one.steps.at(-1) === word)
      if (!textEnding.test(value) && steps.length < 2) return files.filter((one) => one.steps.includes(word))
      const exact = files.filter((one) => one.steps.slice(-steps.length).join() === steps.join())
      return exact.length < 2 ? exact : exact.filter(({ path }) => dirname(path) === dirname(post))
    })
    return [...new Set(all.map(({ path }) => path))]
  }
}

/** The steps of a path, in one spelling: `Release_Notes/_a.md` → `releasenotes`, `a`. */
function stepsOf(path: string): string[] {
  return path
    .replace(textEnding, '')
    .split('/')
    .map((step) => step.toLowerCase().replace(/[\s_-]/g, ''))
    .filter((step) => step !== '' && step !== '.' && step !== '..')
}
