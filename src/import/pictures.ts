import { decoded } from '../archive/links.ts'
import { hashed } from '../archive/slug.ts'
import type { ExportFiles } from './exported.ts'

/** Where files of the old site are copied to; archive.yaml says that addresses lead into it. */
export const filesFolder = 'assets'

/** Finds the files that addresses mean in what the publisher has: in the export itself, or in folders and zips named by `--images`. */
export interface Pictures {
  find(url: URL): (() => Uint8Array) | undefined
}

export function picturesIn(sources: readonly ExportFiles[]): Pictures {
  const byEnding = new Map<string, { readonly files: ExportFiles; readonly path: string } | 'several'>()
  for (const files of sources)
    for (const path of files.paths) {
      const steps = path.split('/')
      // Each of a path's endings is kept, which for thousands of steps would take the memory of their square.
      if (steps.length > mostSteps) continue
      for (let from = 0; from < steps.length; from++) {
        // A name alone is no sign, unless it is all there is: every folder has a 1.jpg.
        if (from > 0 && from === steps.length - 1) break
        const ending = steps.slice(from).join('/')
        const other = byEnding.get(ending)
        if (from === 0 || other === undefined) byEnding.set(ending, { files, path })
        else if (other !== 'several' && other.path !== ending) byEnding.set(ending, 'several')
      }
    }
  return {
    find(url) {
      for (const path of [decoded(url.pathname), originalOf(decoded(url.pathname))]) {
        const steps = path.split('/').filter((step) => step !== '')
        for (let from = 0; from < steps.length; from++) {
          const found = byEnding.get(steps.slice(from).join('/'))
          if (found && found !== 'several') return () => found.files.read(found.path)
        }
      }
      return undefined
    },
  }
}

const mostSteps = 100

/** WordPress writes `name-300x200.jpg` for a smaller copy of `name.jpg`, Ghost `/size/w600/`. */
function originalOf(path: string): string {
  return path.replace(/-\d+x\d+(?=\.\w+$)/, '').replace(/\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?(?=\/)/, '')
}

/** Where a file is copied to. Those of the old site keep their address; those of other hosts have one of their own. */
export function placeOf(url: URL, isOfTheSite: boolean): string {
  const steps = decoded(url.pathname)
    .split('/')
    .filter((step) => step !== '' && step !== '.' && step !== '..')
    .map(safeName)
  if (isOfTheSite && steps.length > 0) return [filesFolder, ...steps].join('/')
  const name = (steps.at(-1) ?? 'file').slice(-60)
  return `${filesFolder}/${safeName(url.hostname)}/${hashed(`${url.host}${url.pathname}${url.search}`)}-${name}`
}

/** No name that a file system refuses, hides or takes for another. */
function safeName(step: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return step.replace(/[\u0000-\u001f<>:"|?*\\%#]/g, '-').replace(/^\.+|[. ]+$/g, '-')
}
