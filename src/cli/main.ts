#!/usr/bin/env node
import { keepCompiledCode } from './compiled-code.ts'

// A closed pipe, as with `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
keepCompiledCode()
const { runCommand } = await import('./program.ts')
process.exitCode = await runCommand(process.argv.slice(2))
