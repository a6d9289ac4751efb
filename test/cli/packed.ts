import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile, fromMemory, packInMemory } from '../../src/compile.ts'
import { emptyFolder, post } from './run.ts'

export const baseUrl = 'https://archive.example.org'

/**
 * A packed archive of one post with this text. For tests that are not about compiling: opening a file costs a fraction of the CPU
 * time of the compiler process.
 */
export async function packed(text: string, options = { baseUrl }): Promise<string> {
  const { value } = await compile(fromMemory({ 'posts/week-01.md': post(text) }), options)
  if (!value) throw new Error('the post has errors')
  const file = join(emptyFolder(), 'archive.citable')
  writeFileSync(file, packInMemory(value))
  return file
}
