import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contentRules, type Diagnostic, type RuleName } from '../base/diagnostics.ts'
import { visibleJson } from '../base/terminal.ts'
import { version } from './settings.ts'

/** Formats SARIF 2.1.0 for GitHub code scanning and editors. Columns are UTF-16 units; paths are relative to the working directory. */
export function sarif(diagnostics: readonly Diagnostic[]): string {
  const rules = [...new Set(diagnostics.map(({ rule }) => rule))].sort()
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'citable', version: version(), rules: rules.map(sarifRule) } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((one) => sarifResult(one, rules.indexOf(one.rule))),
      },
    ],
  }
  return `${visibleJson(JSON.stringify(log, null, 2))}\n`
}

/** GitHub requires descriptions and help, although SARIF does not. */
function sarifRule(id: RuleName) {
  const { level, meaning } = contentRules[id]
  const text = `Each result says how to fix it. \`rules\` in archive.yaml sets \`${id}\` to error, warn or off.`
  return {
    id,
    shortDescription: { text: meaning },
    fullDescription: { text: meaning },
    help: { text },
    defaultConfiguration: { level },
  }
}

function sarifResult(one: Diagnostic, ruleIndex: number) {
  const { path, line, column, severity, rule, message, hint, fix } = one
  const uri = isAbsolute(path) ? pathToFileURL(path).href : path.split('/').map(encodeURIComponent).join('/')
  const artifactLocation = { uri }
  const region = { startLine: line, startColumn: column }
  // A fix starts at its problem and stays on one line.
  const replacement = fix && {
    deletedRegion: { ...region, endLine: line, endColumn: column + fix.end - fix.start },
    insertedContent: { text: fix.text },
  }
  const changes = [{ artifactLocation, replacements: [replacement] }]
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: `${message} ${hint}` },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    ...(fix && { fixes: [{ description: { text: hint }, artifactChanges: changes }] }),
  }
}
