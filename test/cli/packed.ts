import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile, memory, pack } from '../../src/compile.ts'
import { emptyFolder, post } from './run.ts'

export const baseUrl = 'https://archive.example.org'

/**
 * A file for an archive of one post, which says one thing. For servers whose tests are not about compiling: to open a file takes a
 * fraction of the processor time that it takes to start the process that compiles a folder.
 */
export async function packed(text: string, options = { baseUrl }): Promise<string> {
  const { value } = await compile(memory({ 'posts/week-01.md': post(text) }), options)
  if (!value) throw new Error('the post has errors')
  const file = join(emptyFolder(), 'archive.citable')
  writeFileSync(file, pack(value))
  return file
}
