import type { Checked } from '../base/diagnostics.ts'
import type { Located } from './locate.ts'
import { problem, type TextFile } from '../base/text-file.ts'
import { readYaml } from './yaml.ts'

/**
 * Front matter in JavaScript, which is not run: `const title = "…";` a line, or one object. Both become YAML of the same length, so
 * that every offset stays; what is computed cannot be read.
 */
export function readScript(file: TextFile, script: string, start: number): Checked<Located> {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ')
  const yaml = script
    .replace(/\/\*[\s\S]*?(?:\*\/|(?![\s\S]))|^[ \t]*\/\/.*$/gm, blank)
    .replace(/^[ \t]*(?:module\.exports|export default)\b(\s*=)?/gm, blank)
    .replace(
      /^(const|let|var)([ \t]+)([\w$]+)([ \t]*)=/gm,
      (_, word, gap, name, space) =>
        // A key of YAML begins its line: the room that the word took comes after the colon.
        `${name}:${blank(word + gap + space)}`,
    )
    .replace(/;[ \t]*$/gm, blank)
  const isComputed = /^(?:const|let|var)[ \t]+[\w$]+[ \t]*=(?!\s*(?:["'\d[{-]|true\b|false\b|null\b))/m.test(
    script,
  )
  const read = readYaml(file, yaml, start)
  if (!isComputed && read.diagnostics.length === 0) return read
  const message = 'The JavaScript of the front matter is more than values, and is not run.'
  return {
    value: undefined,
    diagnostics: [problem(file, start, 'front-matter-syntax', message, 'Write the front matter as YAML.')],
  }
}
