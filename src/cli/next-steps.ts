import { say } from '../base/escape.ts'

/** The end of what a command says that has begun an archive. */
export function printNextSteps(dir: string): void {
  const named = dir === '.' ? '' : ` ${dir}`
  const lines = [
    'Until `terms` is set in archive.yaml, the archive says that its texts are free for any use.',
    '',
    'Next:',
    `  citable check${named}    what could be better, with file and line`,
    `  citable serve${named}    the archive at http://localhost:3000`,
  ]
  for (const line of lines) say(process.stdout, line)
}
