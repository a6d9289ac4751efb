import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ArgumentRule, toolArguments } from '../../src/mcp/arguments.ts'
import { mcpLimits, promptNames, toolNames } from '../../src/mcp/protocol.ts'

const reference = readFileSync(new URL('../../docs/REFERENCE.md', import.meta.url), 'utf8')
const section = reference.split(/^## /m).find((part) => part.startsWith('MCP\n')) ?? ''
const thousands = (value: number) => value.toLocaleString('en')

function shown([name, rule]: [string, ArgumentRule]): string {
  if (rule.type !== 'number' || rule.most === Number.MAX_SAFE_INTEGER) return `\`${name}\``
  return `\`${name}\` (${thousands(rule.usual)}, at most ${thousands(rule.most)})`
}

test('the reference names every tool, with its arguments, defaults and limits', () => {
  const rows = Object.values(toolNames).map((name) => {
    const list = Object.entries<ArgumentRule>(toolArguments[name]).map(shown).join(', ')
    return `| \`${name}\` | ${list} |`
  })
  for (const row of rows) expect(section).toContain(`${row}\n`)
  expect(section.match(/^\| `\w+_archive_\w+` \|/gm)).toHaveLength(rows.length)
})

test('the reference states every other limit as it is', () => {
  expect(section).toContain(`of at most ${mcpLimits.batch.messages} messages`)
  expect(section).toContain(`first ${thousands(mcpLimits.sections)} headings`)
  expect(section).toContain(`more than ${mcpLimits.depth} levels`)
  expect(section).toContain(`first ${thousands(mcpLimits.hits.inAll)} hits`)
  for (const name of Object.values(promptNames)) expect(section).toContain(`\`${name}\``)
})
