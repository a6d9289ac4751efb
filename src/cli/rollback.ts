import { existsSync, realpathSync } from 'node:fs'
import { changeOutput, step } from './output/folder.ts'
import { currentLink, publish, type Releases, readReleases } from './output/releases.ts'
import { UsageError } from '../base/errors.ts'
import { say } from '../base/escape.ts'

interface RollbackOptions {
  readonly out: string
  readonly to?: string
  readonly list?: boolean
}

/** Publishes the previous or the named release. */
export async function rollbackCommand({ out, to, list = false }: RollbackOptions): Promise<number> {
  const { names, current } = requireReleases(out)
  if (list) {
    for (const name of names) say(process.stdout, name === current ? `${name} (${currentLink})` : name)
    return 0
  }
  const name = await changeOutput(out, (folder) =>
    step(
      () => `${out}/${currentLink} is unchanged`,
      async () => {
        const chosen = choose(readReleases(folder.root), to)
        await publish(folder, chosen)
        return chosen
      },
    ),
  )
  const before = current === undefined ? '' : ` (was ${current})`
  say(process.stdout, `${out}/${currentLink} now points to ${name}${before}`)
  return 0
}

function requireReleases(out: string): Releases {
  if (!existsSync(out))
    throw new UsageError(`${out} does not exist; name the output folder of build --releases.`)
  const releases = readReleases(realpathSync(out))
  if (releases.names.length > 0) return releases
  throw new UsageError(`${out} has no releases; citable build --releases creates them.`)
}

function choose({ names, current }: Releases, to: string | undefined): string {
  if (to !== undefined && !names.includes(to))
    throw new UsageError(`there is no release ${to}; --list shows them all`)
  // Without a valid link, use the latest release.
  const before = current === undefined ? names.at(-1) : names[names.indexOf(current) - 1]
  const chosen = to ?? before
  if (chosen !== undefined) return chosen
  throw new UsageError(`there is no release before ${current}`)
}
