import { expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'

test.each([
  ['category: Machine learning', ['Machine learning']],
  ['categories: machine learning', ['machine', 'learning']],
  ['tags: machine learning', ['machine', 'learning']],
  ['tag: Machine learning', ['Machine learning']],
  ['category: Machine learning\ntags: go rust', ['go', 'rust', 'Machine learning']],
])('Jekyll: plural keys are split at spaces, singular keys are not: %j', async (front, tags) => {
  const site = { '_config.yml': '', '_posts/2020-01-02-a.md': `---\ntitle: T\n${front}\n---\n\nText.\n` }
  const { value } = await readArchive(fromMemory(site))
  expect(value?.posts[0]?.tags).toEqual(tags)
})

test('a tag can be a group with its name', async () => {
  const text =
    '---\ntags: [{ name: one }, two, { title: Three, slug: three }, { slug: four }]\n---\n\nText.\n'
  const { value } = await readArchive(fromMemory({ 'posts/a.md': text }))
  expect(value?.posts[0]?.tags).toEqual(['one', 'two', 'Three', 'four'])
})

test.each(['s', ''])('Zola: tags and authors are in taxonomies, also with singular names', async (plural) => {
  const category = plural === '' ? 'category' : 'categories'
  const front = `[taxonomies]\nauthor${plural} = ["Ada"]\ntag${plural} = ["go"]\n${category} = ["Machines"]`
  const site = {
    'config.toml': '',
    'templates/page.html': '',
    'archive.yaml': 'oldUrls: "/{category}/{slug}/"\n',
    'content/a.md': `+++\n${front}\n+++\n\nText.\n`,
  }
  const { value } = await readArchive(fromMemory(site))
  expect(value?.posts).toMatchObject([{ tags: ['go', 'Machines'], authors: [{ name: 'Ada' }] }])
  expect(value?.redirects.get('/machines/a/')).toBe('/posts/a')
})
