// Two validators of HTML: one of the language and of habits, one of the language to the letter.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { HtmlValidate } from 'html-validate'
import { root } from '../bench/processes.mjs'

/** @typedef {import('./scan.mjs').Finding} Finding */
/** @typedef {import('./scan.mjs').Page} Page */

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    'doctype-style': ['error', { style: 'lowercase' }],
    // A colon keeps the ids of the page apart from those of headings, which are made of letters, digits and hyphens.
    'valid-id': ['error', { relaxed: true }],
    // A title is as long as its author made it.
    'long-title': 'off',
    // The field in the masthead is sent by Enter, which HTML gives to a form of one field; the search page has a button.
    'wcag/h32': 'off',
  },
})

/** @param {readonly Page[]} pages @returns {Promise<Finding>} */
export async function htmlValidate(pages) {
  const problems = []
  for (const { path, html } of pages) {
    const { results } = await validator.validateString(html, path)
    for (const { messages } of results)
      for (const { line, column, message, ruleId } of messages)
        problems.push(`${path}:${line}:${column} ${message} (${ruleId})`)
  }
  return { check: 'html-validate', detail: `${pages.length} pages`, problems }
}

/** @param {readonly Page[]} pages @returns {Promise<Finding>} */
export async function nu(pages) {
  const check = 'Nu HTML checker'
  if (spawnSync('java', ['-version']).status !== 0)
    return { check, detail: 'left out: there is no Java here', problems: [] }
  const dir = mkdtempSync(join(tmpdir(), 'citable-nu-'))
  try {
    const files = pages.map(({ html }, at) => {
      const file = join(dir, `${at}.html`)
      writeFileSync(file, html)
      return file
    })
    const jar = `${root}tools/node_modules/vnu-jar/build/dist/vnu.jar`
    const args = ['--format', 'json', '--stdout', '--exit-zero-always', ...files]
    const { stdout } = await promisify(execFile)('java', ['-jar', jar, ...args], { maxBuffer: 2 ** 26 })
    /** @type {{ messages: { url: string, lastLine: number, message: string, extract?: string }[] }} */
    const { messages } = JSON.parse(stdout)
    const problems = messages.map(({ url, lastLine, message, extract = '' }) => {
      const page = pages[Number(/(\d+)\.html$/.exec(url)?.[1])]
      return `${page?.path}:${lastLine} ${message} ${extract.slice(0, 200)}`
    })
    return { check, detail: `${pages.length} pages`, problems }
  } finally {
    rmSync(dir, { recursive: true })
  }
}
