import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { contentRules, type Diagnostic, type RuleName } from '../../src/base/diagnostics.ts'
import { emptyFolder, archiveWith, run } from '../cli/run.ts'
import { installed } from '../installed.ts'

const dir = archiveWith({
  'posts/50% or so.md': '---\ntitle: A\ntags: [Http]\n---\n\nSee [it](none.md) and [that](\u{1f600}.md).\n',
  'posts/b.md': '---\ntitle: B\ntags: [HTTP]\n---\n\n<blink>Text.</blink>\n',
  'posts/c.md': '---\ntitle: C\ntags: [HTTP]\n---\n\nText.\n',
  'posts/d.md': '---\ntitle: *x\n---\n\nText.\n',
})

/** The SARIF that `check` prints, and the exit status. */
async function sarifOf(folder: string, cwd = dir) {
  const { code, stdout, stderr } = await run(['check', folder, '--format', 'sarif'], { cwd })
  expect(stderr).toBe('')
  return { code, log: JSON.parse(stdout) }
}

test('SARIF has the rule, level, position and fix of each problem', async () => {
  const { code, log } = await sarifOf('.')
  expect(log).toMatchObject({
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [{ tool: { driver: { name: 'citable' } }, columnKind: 'utf16CodeUnits' }],
  })
  expect(code).toBe(1)
  const [{ tool, results }] = log.runs
  const json = await run(['check', '.', '--format', 'json'], { cwd: dir })
  const { diagnostics } = JSON.parse(json.stdout)
  expect(diagnostics.length).toBeGreaterThan(4)
  expect(results).toMatchObject(
    diagnostics.map(({ rule, severity, message, hint, path, line, column }: Diagnostic) => {
      const artifactLocation = { uri: path.replace('50% or so', '50%25%20or%20so') }
      const region = { startLine: line, startColumn: column }
      return {
        ...{ ruleId: rule, level: severity, message: { text: `${message} ${hint}` } },
        locations: [{ physicalLocation: { artifactLocation, region } }],
      }
    }),
  )
  for (const { ruleId, ruleIndex } of results) {
    const { meaning: text } = contentRules[ruleId as RuleName]
    expect(tool.driver.rules[ruleIndex]).toMatchObject({ id: ruleId, shortDescription: { text } })
  }
  const [fixed, ...others] = results.filter(({ fixes }: { fixes?: unknown }) => fixes)
  const replacement = {
    deletedRegion: { startLine: 3, startColumn: 8, endLine: 3, endColumn: 12 },
    insertedContent: { text: 'HTTP' },
  }
  const fixes = [{ artifactChanges: [{ replacements: [replacement] }] }]
  expect([fixed, others]).toMatchObject([{ ruleId: 'tag-spelling', fixes }, []])
})

test('SARIF has file URLs for a folder outside the working directory', async () => {
  const { log } = await sarifOf(dir, process.cwd())
  for (const { locations } of log.runs[0].results)
    expect(locations[0].physicalLocation.artifactLocation.uri).toMatch(/^file:\/\/\/.*\/posts\//)
})

test('SARIF has a run without results if there are no problems', async () => {
  const { code, log } = await sarifOf(archiveWith({ 'posts/a.md': 'Text.' }))
  expect([code, log.runs[0].results]).toEqual([0, []])
})

const multitool = installed('sarif-multitool')

/** Microsoft's validator and its schema. Its notes are ignored. */
describe.skipIf(!multitool)('SARIF Multitool (needs `npm ci --prefix tools`, on Linux)', () => {
  const written = sarifOf('.')

  test('the output matches the schema of SARIF 2.1.0', async () => {
    const schema = JSON.parse(readFileSync(join(dirname(multitool ?? ''), 'sarif-2.1.0.json'), 'utf8'))
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    const validate = ajv.compile(schema)
    const { log } = await written
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ ...log, version: '2.2.0' }), 'another version').toBe(false)
  })

  test("the output passes its rules and GitHub's", async () => {
    const file = join(emptyFolder(), 'check.sarif')
    writeFileSync(file, JSON.stringify((await written).log))
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
