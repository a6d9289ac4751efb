import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { contentRules } from '../../src/base/diagnostics.ts'
import { emptyFolder, archiveWith, run } from '../cli/run.ts'
import { installed } from '../installed.ts'

const dir = archiveWith({
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

test('SARIF has the rule, level, position and fix of each problem', async () => {
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

test('SARIF has file URLs for a folder outside the working directory', async () => {
  const { stdout } = await run(['check', dir, '--format', 'sarif'])
  const [{ results }] = (JSON.parse(stdout) as Log).runs
  for (const { locations } of results) {
    expect(locations[0].physicalLocation.artifactLocation.uri).toMatch(/^file:\/\/\/.*\/posts\//)
  }
})

test('SARIF has a run without results if there are no problems', async () => {
  const clean = archiveWith({ 'posts/a.md': 'Text.' })
  const { code, stdout } = await run(['check', clean, '--format', 'sarif'])
  expect([code, (JSON.parse(stdout) as Log).runs[0].results]).toEqual([0, []])
})

const multitool = installed('sarif-multitool')

/** Microsoft's validator and its schema. Its notes are ignored. */
describe.skipIf(!multitool)('SARIF Multitool (needs `npm ci --prefix tools`, on Linux)', () => {
  const written = run(['check', '.', '--format', 'sarif'], { cwd: dir })

  test('the output matches the schema of SARIF 2.1.0', async () => {
    const schema = JSON.parse(readFileSync(join(dirname(multitool ?? ''), 'sarif-2.1.0.json'), 'utf8'))
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    const validate = ajv.compile(schema)
    const log = JSON.parse((await written).stdout)
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ ...log, version: '2.2.0' }), 'another version').toBe(false)
  })

  test("the output passes its rules and GitHub's", async () => {
    const file = join(emptyFolder(), 'check.sarif')
    writeFileSync(file, (await written).stdout)
    // The package does this in an install script, which npm does not run in `tools/`.
    chmodSync(multitool ?? '', 0o755)
    const { stdout } = spawnSync(multitool ?? '', ['validate', file, '--rule-kind', 'Sarif;Ghas'], {
      encoding: 'utf8',
      // Otherwise, .NET needs ICU.
      env: { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' },
    })
    expect(stdout).toContain('1 files scanned')
    const found = stdout.match(/(?:error|warning) \w+: .*/g) ?? []
    // SARIF2005 asks for a project URL, which there is none of.
    expect(found.filter((line) => !line.startsWith('warning SARIF2005: '))).toEqual([])
  })
})
