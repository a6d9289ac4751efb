import { expect, test } from 'vitest'
import { serve } from '../../src/serve.ts'
import type { Tool } from '../contract/rpc.ts'
import { shippedArchive } from '../snapshot/fixture.ts'
import { served } from './archive.ts'
import { connect1 } from './official.ts'

const snapshot = await shippedArchive()

async function listed(): Promise<Tool[]> {
  const client = await connect1(await served(serve(snapshot)))
  const { tools } = await client.listTools()
  await client.close()
  return tools
}

/** Of this JSON o200k makes tokens of 4.2 characters, so at four to a token the bound holds for others, too. */
test('what a model reads before it asks anything is less than 1,200 tokens', async () => {
  expect(JSON.stringify(await listed()).length).toBeLessThan(1200 * 4)
})

/** Some models' interfaces know no lists of types, and clients check what they do know: bounds, formats, what is not allowed. */
test('what a tool takes is said in plain types, and nothing is forbidden', async () => {
  for (const { name, inputSchema } of await listed()) {
    expect(Object.keys(inputSchema), name).toEqual(
      'required' in inputSchema ? ['type', 'properties', 'required'] : ['type', 'properties'],
    )
    for (const [argument, schema] of Object.entries(inputSchema.properties)) {
      expect(Object.keys(schema), `${name}, ${argument}`).toEqual(['type', 'description'])
      expect(['string', 'number', 'boolean'], `${name}, ${argument}`).toContain(schema.type)
    }
  }
})
