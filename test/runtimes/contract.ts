import { test } from 'vitest'
import { compile, fromFolder } from '../../src/compile.ts'
import { belowAPath, contractSuite } from '../contract/suite.ts'
import { missing, type RuntimeName, runtimes } from './start.ts'

/** Runs the contract suite on a runtime, if it is installed. */
export function contractOn(name: RuntimeName): void {
  const reason = missing(name)
  if (reason !== undefined) {
    test.skip(`${name}: ${reason}`)
    return
  }
  const { start, skips } = runtimes[name]
  contractSuite(
    name,
    async (archiveDir, { baseUrl }) => {
      const { value: snapshot } = await compile(fromFolder(archiveDir), { baseUrl })
      if (!snapshot) throw new Error(`${archiveDir} has errors`)
      return start(snapshot)
    },
    { ...belowAPath, skips },
  )
}
