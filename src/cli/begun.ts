import { say } from '../visible.ts'

/** What others may do with the texts is the publisher's to say, so whoever writes settings for one asks in them. */
export const termsComment = `# What others may do with the texts. Until \`terms\` is set, the archive says that they are free for any use, commercial
# use included, and robots.txt that models may be trained on them.
# terms: All rights reserved. Short quotations that name the author, the title and the address are welcome.
# contentSignals: { search: yes, ai-input: yes, ai-train: no }
`

/** The end of what a command says that has begun an archive. */
export function sayBegun(dir: string): void {
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
