#!/usr/bin/env node
import { readyCompiler } from './compiler.ts'

const args = process.argv.slice(2)
// Its process gets ready while this one is still reading the command line.
if (args[0] === 'serve') readyCompiler()
// Whoever reads may have read enough, as `head` does; that is no error of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
const { runCommand } = await import('./program.ts')
process.exitCode = await runCommand(args)
