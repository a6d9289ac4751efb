/** Everything of the engine that an import uses: its names, addresses, writers and safe output. */
export { xmlEncoding } from '../../../src/base/xml.ts'
export { fnv1a, shortened, slugify } from '../../../src/archive/names.ts'
export { addressVariants } from '../../../src/archive/old-addresses.ts'
export { isReserved } from '../../../src/archive/paths.ts'
export { UsageError } from '../../../src/base/errors.ts'
export { escapeHtml, oneLine } from '../../../src/base/escape.ts'
export { toYaml } from '../../../src/base/yaml-text.ts'
export { say, visibleJson } from '../../../src/base/terminal.ts'
export { groupedBy } from '../../../src/base/grouped.ts'
export { decoded, isWebAddress, normalPath } from '../../../src/base/paths.ts'
export { plural, wordSet } from '../../../src/base/wording.ts'
export { syncFiles } from '../../../src/build/output/durable.ts'
export {
  changeOutput,
  isPathWithin,
  readJsonFile,
  syncParents,
  type OutputFolder,
} from '../../../src/build/output/folder.ts'
export { inspectFolder } from '../../../src/build/output/inspect-folder.ts'
export { Progress } from '../../../src/cli/progress.ts'
export { printNextSteps } from '../../../src/cli/report.ts'
export { termsComment } from '../../../src/content/archive-keys.ts'
export { readDate } from '../../../src/content/written-date.ts'
export { isCodeLanguage } from '../../../src/markdown/decorate/highlight.ts'
export { droppedElements, droppedWithContent, embeddedLink } from '../../../src/markdown/raw-html/policy.ts'
