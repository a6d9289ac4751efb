import { expect, test } from 'vitest'
import { compile, memory } from '../../src/compile.ts'
import { postsOf } from '../../src/mcp/posts.ts'

const text = (title: string, day: string) => `---\ntitle: ${title}\ndate: ${day}\n---\n\nText.\n`

test('an id names its post, even if the URL of a newer post ends in it', async () => {
  const files = {
    'archive.yaml': 'urls: /notes/{path}\nids: "{path}"\n',
    'posts/intro.md': text('Intro', '2026-01-01'),
    'posts/a/intro.md': text('Intro of A', '2026-01-02'),
  }
  const { value } = await compile(memory(files))
  if (!value) throw new Error('the archive has errors')
  const { find } = postsOf(value)
  expect(find('intro')?.post.entry.title).toBe('Intro')
  expect(find('/notes/a/intro')?.post.entry.title).toBe('Intro of A')
})
