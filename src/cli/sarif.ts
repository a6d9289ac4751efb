import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contentRules, type Diagnostic, type RuleName } from '../base/diagnostics.ts'
import { visibleJson } from '../base/escape.ts'
import { version } from './settings.ts'

/**
 * Problems as SARIF 2.1.0, which GitHub's code scanning and editors read. Columns count UTF-16 units and say so; a path is a URI relative
 * to the folder that the command runs in.
 */
export function sarif(diagnostics: readonly Diagnostic[]): string {
  const rules = [...new Set(diagnostics.map(({ rule }) => rule))].sort()
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'citable', version: version(), rules: rules.map(described) } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((one) => resultOf(one, rules.indexOf(one.rule))),
      },
    ],
  }
  return `${visibleJson(JSON.stringify(log, null, 2))}\n`
}

/** GitHub requires both descriptions and the help of a rule, which SARIF does not. */
function described(id: RuleName) {
  const { level, meaning } = contentRules[id]
  const text = `Each result says how to fix it. \`rules\` in archive.yaml sets \`${id}\` to error, warn or off.`
  return {
    id,
    shortDescription: { text: meaning },
    fullDescription: { text: meaning },
    help: { text },
    defaultConfiguration: level === 'off' ? { enabled: false } : { level },
  }
}

function resultOf(one: Diagnostic, ruleIndex: number) {
  const { path, line, column, severity, rule, message, hint, fix } = one
  const uri = isAbsolute(path) ? pathToFileURL(path).href : path.split('/').map(encodeURIComponent).join('/')
  const artifactLocation = { uri }
  const region = { startLine: line, startColumn: column }
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: `${message} ${hint}` },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    // A fix begins where its problem is, and ends on the same line.
    ...(fix && {
      fixes: [
        {
          description: { text: hint },
          artifactChanges: [
            {
              artifactLocation,
              replacements: [
                {
                  deletedRegion: { ...region, endLine: line, endColumn: column + fix.end - fix.start },
                  insertedContent: { text: fix.text },
                },
              ],
            },
          ],
        },
      ],
    }),
  }
}
