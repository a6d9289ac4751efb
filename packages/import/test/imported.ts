import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { parse } from 'yaml'
import type { ImportOutcome } from '../src/destination.ts'
import type { Ended } from '../../../test/cli/host.ts'
import { run } from '../../../test/cli/run.ts'
import { fileOf, folderOf, ghost, type WordPressItem, wordPress } from './exports.ts'

export interface Report extends ImportOutcome {
  readonly from: string
  readonly posts: number
  readonly pages: number
  readonly drafts: number
  readonly copied: number
  readonly leftOut: readonly {
    readonly kind: string
    readonly file?: string
    readonly detail: string
    readonly count: number
  }[]
}

/** An imported archive that passed `check`. */
export interface Imported {
  readonly dir: string
  readonly report: Report
  front(path: string): Record<string, unknown>
  body(path: string): string
}

export const newFolder = () => join(folderOf({ 'here.txt': '' }), 'archive')

interface ImportFlags {
  readonly dir?: string
  readonly flags?: readonly string[]
}

export async function imported(
  path: string,
  { dir = newFolder(), flags = [] }: ImportFlags = {},
): Promise<Imported> {
  const ended = await run(['import', path, dir, '--format', 'json', ...flags])
  expect(ended, 'the import').toMatchObject({ code: 0, stderr: '' })
  const checked = await run(['check', dir, '--format', 'json'])
  const { errors, diagnostics } = JSON.parse(checked.stdout)
  expect({ errors, diagnostics: errors > 0 ? diagnostics : [] }, 'errors of check').toEqual({
    errors: 0,
    diagnostics: [],
  })
  const split = (file: string) => {
    const text = readFileSync(join(dir, file), 'utf8')
    const [, front = '', body = text] = /^---\n([\s\S]*?)^---\n\n([\s\S]*)$/m.exec(text) ?? []
    return { front, body }
  }
  return {
    dir,
    report: JSON.parse(ended.stdout),
    front: (file) => parse(split(file).front),
    body: (file) => split(file).body,
  }
}

export const fromWordPress = (items: readonly (WordPressItem | string)[], options: ImportFlags = {}) =>
  imported(fileOf('old.xml', wordPress(items)), options)

export const fromGhost = (posts: readonly Record<string, unknown>[], more: Record<string, unknown> = {}) =>
  imported(fileOf('ghost.json', ghost(posts, more)))

/** The bytes of every file in a folder, including hidden ones. */
export function bytesIn(dir: string): Record<string, string> {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((one) =>
    one.isFile(),
  )
  return Object.fromEntries(
    paths
      .map((one) => join(one.parentPath, one.name))
      .sort()
      .map((path) => [path.slice(dir.length + 1), readFileSync(path, 'base64')]),
  )
}

/** Expects a failure without output, and returns standard error. */
export function refusal({ code, stdout, stderr }: Ended): string {
  expect({ code, stdout }, stderr).toEqual({
    code: expect.toSatisfy((one) => one === 1 || one === 2),
    stdout: '',
  })
  return stderr
}
