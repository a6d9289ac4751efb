#!/usr/bin/env node
import { readyCompiler } from './compiler.ts'

const args = process.argv.slice(2)
// Its process gets ready while this one is still reading the command line.
if (args[0] === 'serve') readyCompiler()
const { runCommand } = await import('./program.ts')
process.exitCode = await runCommand(args)
