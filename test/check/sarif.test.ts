import { expect, test } from 'vitest'
import { contentRules } from '../../src/diagnostics.ts'
import { folderWith, run } from '../cli/run.ts'

const dir = folderWith({
  'posts/50% or so.md': '---\ntitle: A\ntags: [Http]\n---\n\nSee [it](none.md) and [that](\u{1f600}.md).\n',
  'posts/b.md': '---\ntitle: B\ntags: [HTTP]\n---\n\n<blink>Text.</blink>\n',
  'posts/c.md': '---\ntitle: C\ntags: [HTTP]\n---\n\nText.\n',
  'posts/d.md': '---\ntitle: *x\n---\n\nText.\n',
})

interface Log {
  readonly version: string
  readonly $schema: string
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: { readonly name: string; readonly rules: readonly { readonly id: string }[] }
      }
      readonly columnKind: string
      readonly results: readonly Result[]
    },
  ]
}

interface Result {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly level: string
  readonly message: { readonly text: string }
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string }
        readonly region: object
      }
    },
  ]
  readonly fixes?: readonly unknown[]
}

test('SARIF 2.1.0: each problem with its rule, level, place and fix', async () => {
  const [sarif, json] = await Promise.all([
    run(['check', '.', '--format', 'sarif'], { cwd: dir }),
    run(['check', '.', '--format', 'json'], { cwd: dir }),
  ])
  expect([sarif.code, sarif.stderr]).toEqual([1, ''])
  const { version, $schema, runs } = JSON.parse(sarif.stdout) as Log
  expect({ version, $schema }).toEqual({
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  })
  const [{ tool, columnKind, results }] = runs
  expect({ name: tool.driver.name, columnKind }).toEqual({ name: 'citable', columnKind: 'utf16CodeUnits' })

  const { diagnostics } = JSON.parse(json.stdout)
  expect(diagnostics.length).toBeGreaterThan(4)
  expect(
    results.map(({ ruleId, level, message, locations }) => [ruleId, level, message.text, locations]),
  ).toEqual(
    diagnostics.map((one: Record<string, string | number>) => [
      one['rule'],
      one['severity'],
      `${one['message']} ${one['hint']}`,
      [
        {
          physicalLocation: {
            artifactLocation: { uri: String(one['path']).replace('50% or so', '50%25%20or%20so') },
            region: { startLine: one['line'], startColumn: one['column'] },
          },
        },
      ],
    ]),
  )
  for (const { ruleId, ruleIndex } of results) {
    expect(tool.driver.rules[ruleIndex]).toMatchObject({
      id: ruleId,
      shortDescription: { text: contentRules[ruleId as keyof typeof contentRules].meaning },
    })
  }
  const fixes = results.flatMap(({ ruleId, fixes }) => (fixes ? [{ ruleId, fixes }] : []))
  expect(fixes).toMatchObject([
    {
      ruleId: 'tag-spelling',
      fixes: [
        {
          artifactChanges: [
            {
              replacements: [
                {
                  deletedRegion: { startLine: 3, startColumn: 8, endLine: 3, endColumn: 12 },
                  insertedContent: { text: 'HTTP' },
                },
              ],
            },
          ],
        },
      ],
    },
  ])
})

test('a folder elsewhere has addresses of files', async () => {
  const { stdout } = await run(['check', dir, '--format', 'sarif'])
  const [{ results }] = (JSON.parse(stdout) as Log).runs
  for (const { locations } of results) {
    expect(locations[0].physicalLocation.artifactLocation.uri).toMatch(/^file:\/\/\/.*\/posts\//)
  }
})

test('without problems it is a run without results', async () => {
  const clean = folderWith({ 'posts/a.md': 'Text.' })
  const { code, stdout } = await run(['check', clean, '--format', 'sarif'])
  expect([code, (JSON.parse(stdout) as Log).runs[0].results]).toEqual([0, []])
})
