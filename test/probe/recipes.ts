import { readFileSync } from 'node:fs'

const deploy = readFileSync(new URL('../../docs/DEPLOY.md', import.meta.url), 'utf8')

/** The blocks of code in a section of docs/DEPLOY.md, so that what is tried is what is printed. */
export function recipes(heading: string, language: string): string[] {
  const section = deploy.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0]
  if (section === undefined) throw new Error(`docs/DEPLOY.md has no section "${heading}"`)
  const blocks = section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))
  return Array.from(blocks, ([, block = '']) => block)
}

/** A recipe with the addresses of a test; each of them must be in it. */
export function adapted(recipe: string | undefined, replacements: Readonly<Record<string, string>>): string {
  if (recipe === undefined) throw new Error('docs/DEPLOY.md lacks a recipe')
  return Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the recipe does not say ${from}:\n${recipe}`)
    return text.replaceAll(from, to)
  }, recipe)
}
