import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mcpLimits } from '../../src/mcp/limits.ts'
import { promptNames } from '../../src/mcp/names.ts'
import type { ArgumentSchema } from '../../src/snapshot/mcp.ts'
import { fixture } from '../snapshot/fixture.ts'

const reference = readFileSync(new URL('../../docs/REFERENCE.md', import.meta.url), 'utf8')
const section = reference.split(/^## /m).find((part) => part.startsWith('MCP\n')) ?? ''
const { mcp } = await fixture()
const thousands = (value: number) => value.toLocaleString('en')

function shown([name, { default: usual, maximum, maxLength }]: [string, ArgumentSchema]): string {
  const facts = [
    ...(typeof usual === 'number' ? [thousands(usual)] : []),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
      ? []
      : [`at most ${thousands(maximum)}`]),
    ...(maxLength === undefined ? [] : [`at most ${thousands(maxLength)} characters`]),
  ]
  return `\`${name}\`${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
}

test('the reference names every tool, with its arguments, defaults and limits', () => {
  const rows = mcp.tools.map(({ name, inputSchema }) => {
    const list = Object.entries(inputSchema.properties).map(shown).join(', ')
    return `| \`${name}\` | ${list} |`
  })
  for (const row of rows) expect(section).toContain(`${row}\n`)
  expect(section.match(/^\| `\w+_archive_\w+` \|/gm)).toHaveLength(rows.length)
})

test('the reference states every other limit as it is', () => {
  const { messages, costly } = mcpLimits.batch
  expect(section).toContain(`of at most ${messages} messages, ${costly} of them`)
  expect(section).toContain(`more than ${mcpLimits.depth} levels`)
  expect(section).toContain(`first ${thousands(mcpLimits.hits.inAll)} hits`)
  for (const name of Object.values(promptNames)) expect(section).toContain(`\`${name}\``)
})
