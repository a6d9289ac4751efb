import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ended, erased, hasTerminals, lastingLines, onTerminal, whyNoTerminal } from './on-terminal.ts'
import { emptyFolder, folderWith, post, posts } from './run.ts'

/** An author creates an archive and writes a post in a terminal. */
describe.skipIf(!hasTerminals)(`an author at a terminal${whyNoTerminal}`, () => {
  const draft = 'archive/posts/of-tides.md'
  const editing = (cwd: string, script: string, typed: readonly (readonly [string, string])[]) => {
    const EDITOR = `sh ${join(folderWith({ 'editor.sh': script }), 'editor.sh')}`
    return ended(onTerminal(['new', 'Of tides', '--edit'], cwd, { EDITOR }), typed)
  }
  /** An editor that appends typed lines up to a full stop, and needs a terminal. */
  const editor = `[ -t 0 ] && [ -t 1 ] || exit 9
echo ready
while IFS= read -r line || [ -n "$stopped" ]; do
  stopped=
  [ "$line" = . ] && exit
  [ -n "$line" ] && printf '%s\\n' "$line" >> "$1"
done`
  const begun = () => folderWith({ 'archive/archive.yaml': 'title: Tides\n' })

  test('init asks nothing, and prints plain lines with what it wrote and the next steps', async () => {
    const cwd = emptyFolder()
    const { code, text } = await ended(onTerminal(['init', 'archive'], cwd))
    expect(code, text).toBe(0)
    const lines = lastingLines(text)
    const wrote = lines.flatMap((line) => /^Wrote (.+)$/.exec(line)?.[1] ?? [])
    expect(wrote).toContain('archive/archive.yaml')
    for (const path of wrote) expect(readFileSync(join(cwd, path), 'utf8'), path).not.toBe('')
    expect(lines.slice(wrote.length)).toEqual([
      'Set `terms` in archive.yaml to license your posts; until then, readers get no rights to reuse them.',
      'Next:',
      '  citable check archive    list problems, with file and line',
      '  citable serve archive    the archive at http://localhost:3000',
    ])
    expect(text, 'no escape codes').not.toContain('\u001b')
  })

  // Progress is shown after a second of work.
  const large = 'init of a large folder shows progress and clears it (with THOROUGH=1)'
  test(large, async () => {
    const body = `${'Some *words* of text that '.repeat(150)}end.`
    const cwd = folderWith(posts(1000, () => post(body)))
    const { code, text } = await ended(onTerminal(['init'], cwd))
    expect(code, text).toBe(0)
    expect(text.replaceAll(erased, '⌫')).toMatch(/⌫(?:Reading|Parsing): \d+ of 1000 /)
    expect(lastingLines(text).slice(0, 2)).toEqual([
      'Wrote archive.yaml',
      '1000 posts, ready to serve: 1 warning.',
    ])
  })

  test('new --edit passes the terminal to the editor', async () => {
    const cwd = begun()
    const { code, text } = await editing(cwd, editor, [['ready', 'The tide is high.\n.\n']])
    expect(code, text).toBe(0)
    expect(lastingLines(text).slice(0, 2)).toEqual([draft, 'ready'])
    expect(readFileSync(join(cwd, draft), 'utf8')).toMatch(/^---\n.*draft: true\n.*The tide is high\.\n$/s)
  })

  test('new --edit waits for an editor that handles Ctrl-C', async () => {
    const cwd = begun()
    const { code, text } = await editing(cwd, `trap 'stopped=1; echo undone' INT\n${editor}`, [
      ['ready', '\u0003'],
      ['undone', 'Still here.\n.\n'],
    ])
    expect(code, text).toBe(0)
    expect(readFileSync(join(cwd, draft), 'utf8')).toContain('Still here.')
  })

  test('new --edit exits with 1 and keeps the draft if Ctrl-C ends the editor', async () => {
    const cwd = begun()
    const { code, text } = await editing(cwd, editor, [['ready', '\u0003']])
    expect(code, text).toBe(1)
    expect(readFileSync(join(cwd, draft), 'utf8')).toContain('title: Of tides')
  })
})
