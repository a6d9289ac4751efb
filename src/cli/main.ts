#!/usr/bin/env node
import { runCommand } from './program.ts'

// A closed pipe, as with `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
process.exitCode = await runCommand(process.argv.slice(2))
