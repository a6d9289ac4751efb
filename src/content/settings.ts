import { andThen, type Checked, type Diagnostic } from '../base/diagnostics.ts'
import { nearest } from '../base/nearest.ts'
import { type ArchiveSettings, archiveKeys } from './archive-keys.ts'
import { checkKeys } from './check-keys.ts'
import { type ParsedValue, offsetOf } from './locate.ts'
import { problem, type TextFile } from '../base/text-file.ts'
import { readYaml } from './yaml.ts'

export const settingsPath = 'archive.yaml'

/** What archive.yaml says; the files that it names must be among `paths`. */
export function readSettings(file: TextFile, paths: readonly string[]): Checked<ArchiveSettings> {
  return andThen(readYaml(file, file.text, 0, 'settings-syntax'), (written) => {
    const { value, diagnostics } = checkKeys(file, written, archiveKeys)
    return {
      value,
      diagnostics: [...diagnostics, ...(value ? missingFiles(file, written, value, paths) : [])],
    }
  })
}

function missingFiles(
  file: TextFile,
  written: ParsedValue,
  { look }: ArchiveSettings,
  paths: readonly string[],
): Diagnostic[] {
  const { logo, favicon, card, stylesheet, fonts } = look
  const named = [
    ...Object.entries({ logo, favicon, card: card || undefined, stylesheet }).map(([key, path]) => ({
      keys: ['look', key],
      path,
    })),
    ...Object.entries(fonts).map(([key, path]) => ({
      keys: ['look', 'fonts', key],
      path: isFontFile(path) ? path : undefined,
    })),
  ]
  return named.flatMap(({ keys, path }) => {
    if (path === undefined || paths.includes(path)) return []
    const [near] = nearest(path, paths)
    const message = `\`${keys.join('.')}\` names ${path}, which is not there.`
    const hint = near ? `Did you mean \`${near}\`?` : 'Give its path from the folder of archive.yaml.'
    return [problem(file, offsetOf(written, keys, 'value'), 'settings-syntax', message, hint)]
  })
}

/** Anything else is the name of a font. */
export function isFontFile(font = ''): boolean {
  return /\.woff2$/i.test(font)
}
