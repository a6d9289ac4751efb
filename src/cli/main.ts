#!/usr/bin/env node
import { runCommand } from './program.ts'

// Whoever reads may have read enough, as `head` does; that is no error of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
process.exitCode = await runCommand(process.argv.slice(2))
