import { expect, test } from 'vitest'
import { bodiesOf, build } from '../archive/build.ts'

const post = (front: string) => `---\ntitle: A title\n${front}---\n\nWords.\n`

async function published(files: Record<string, string>): Promise<Map<string, string>> {
  return bodiesOf(await build(files))
}

const bylineIn = (page = '') =>
  /<p class="facts byline"><span class="fact">(.*?)<\/span><span class="fact">/.exec(page)?.[1]

const settings = `
authors:
  ada: { name: Ada Lovelace, url: "https://ada.example/", picture: people/ada.svg }
`
const files = {
  'archive.yaml': settings,
  'people/ada.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  'posts/one.md': post('published: 2026-01-01\nauthors: [ada, Bo Example]\n'),
  'posts/two.md': post('published: 2026-01-02\nauthors: [ada]\ntags: [x]\n'),
  'posts/away.md': post('published: 2026-01-03\nauthors: [Cy Example, ada]\nunlisted: true\n'),
}

test('an author has a page, a twin and a feed, and bylines link to the page', async () => {
  const pages = await published(files)
  const page = pages.get('/authors/ada-lovelace') ?? ''
  expect(page).toMatch(
    /<img src="\/_files\/\w+\/people\/ada\.svg" alt="" width="9" height="9">\n<h1>Ada Lovelace<\/h1>/,
  )
  expect(page).toContain('<a href="https://ada.example/" rel="author">https://ada.example/</a>')
  expect(page).toMatch(
    /"about":\{"@type":"Person","name":"Ada Lovelace","url":"https:\/\/ada\.example\/","image":/,
  )
  expect(Array.from(page.matchAll(/ href="\/posts\/([^"]+)"/g), ([, id]) => id)).toEqual(['two', 'one'])
  expect(pages.get('/authors/ada-lovelace.md')).toContain('[https://ada.example/](https://ada.example/)')
  expect(pages.get('/authors/ada-lovelace/feed.xml')).toContain('<title>Ada Lovelace · ')
  expect(page).toContain('href="https://example.org/authors/ada-lovelace/feed.xml"')
  const ada = '<a href="/authors/ada-lovelace" rel="author"><bdi>Ada Lovelace</bdi></a>'
  const bo = '<a href="/authors/bo-example" rel="author"><bdi>Bo Example</bdi></a>'
  expect(bylineIn(pages.get('/posts/one'))).toBe(`${ada} and ${bo}`)
  expect(pages.get('/tags/x')).toContain(ada)
  expect(pages.get('/authors')).toContain('<a href="/authors/bo-example">')
  for (const index of ['/sitemap.xml', '/llms.txt']) expect(pages.get(index)).toContain('/authors/bo-example')
})

test('an author with only unlisted posts has no page', async () => {
  const pages = await published(files)
  expect(pages.has('/authors/cy-example')).toBe(false)
  expect(bylineIn(pages.get('/posts/away'))).toMatch(/^<bdi>Cy Example<\/bdi> and <a href="\/authors\/ada-/)
})

test("with a single author there are no author pages, and bylines link to the author's URL", async () => {
  const pages = await published({
    'archive.yaml': 'author: { name: Ada, url: "https://ada.example/" }\n',
    'posts/one.md': post('author: Ada\n'),
    'posts/two.md': post(''),
  })
  expect([...pages.keys()].filter((path) => path.startsWith('/authors'))).toEqual([])
  expect(bylineIn(pages.get('/posts/two'))).toBe(
    '<a href="https://ada.example/" rel="author"><bdi>Ada</bdi></a>',
  )
})

test('a missing author picture is an error', async () => {
  await expect(build({ ...files, 'archive.yaml': settings.replace('ada.svg', 'bda.svg') })).rejects.toThrow(
    'archive.yaml: `authors.ada.picture` points to people/bda.svg, which does not exist.',
  )
})
