import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mcpLimits, promptNames } from '../../src/mcp/protocol.ts'

const reference = readFileSync(new URL('../../docs/REFERENCE.md', import.meta.url), 'utf8')
const section = reference.split(/^## /m).find((part) => part.startsWith('MCP\n')) ?? ''
const thousands = (value: number) => value.toLocaleString('en')

test('the reference documents the limits and prompts of MCP', () => {
  expect(section).toContain(`of at most ${mcpLimits.batch.messages} messages`)
  expect(section).toContain(`first ${thousands(mcpLimits.sections)} headings`)
  expect(section).toContain(`more than ${mcpLimits.depth} levels`)
  expect(section).toContain(`first ${thousands(mcpLimits.hits.inAll)} hits`)
  for (const name of Object.values(promptNames)) expect(section).toContain(`\`${name}\``)
})
