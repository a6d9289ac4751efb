import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { folder, memory } from '../../src/compile.ts'
import { exported } from './exported.ts'

/** The engine as an export has it, run here: its scripts are got over HTTP as a browser gets them. */

const archive = await exported(folder('archive'), 'https://archive.example/review')
const inGerman = await exported(
  memory({
    'archive.yaml': 'title: Licht\nlanguage: de\n',
    'posts/eins.md':
      '---\ntitle: Laternen\n---\n\nDie Laternen leuchten über der Straße. Die Sicherheitsbehörden prüfen nicht, ob sie brennen.\n',
    'posts/zwei.md': '---\ntitle: Lanterns\n---\n\nThe lanterns of the city were lit by those who had to.\n',
    'posts/drei.md':
      '---\ntitle: Фонари\n---\n\nФонари горят над улицей, и никто не знает, кто их зажигает.\n',
  }),
  'https://licht.example',
)
afterAll(() => {
  archive.close()
  inGerman.close()
})

type Site = typeof archive

async function asText(address: string): Promise<string> {
  const response = await fetch(address)
  expect(response.status, address).toBe(200)
  return response.text()
}

const run = async (address: string) =>
  import(`data:text/javascript,${encodeURIComponent(await asText(address))}`)

/** What the exported page makes of queries. */
async function engineOf({ origin }: Site) {
  const page = await asText(`${origin}/search`)
  const [, script = '', head = ''] = /data-engine="([^"]+)" data-head="([^"]+)"/.exec(page) ?? []
  const { open } = await run(new URL(script, origin).href)
  return open(new URL(head, origin).href, (path: string) => run(new URL(path, origin).href))
}

function servedBy({ handler, origin }: Site, query: string): string {
  const { body } = handler({
    method: 'GET',
    target: `${new URL(origin).pathname.replace(/\/$/, '')}/search${query}`,
  })
  return new TextDecoder().decode(body ?? undefined)
}

const questions = {
  words: '?q=entity+tag',
  'one word': '?q=cache',
  'a typo': '?q=markdwon',
  'no word, and not like one': '?q=negotation',
  'the beginning of a word': '?q=negoti',
  'a phrase': '?q=%22content+negotiation%22',
  'a version': '?q=HTTP%2F1.1',
  'what is newest': '?q=latest+on+caching',
  'nothing like it': '?q=zzyzx',
  'no words': '?q=%3F%3F',
  'the second page': '?q=the+archive&page=2',
  'a page too far': '?q=cache&page=9',
  'too many words': `?q=${'cache+'.repeat(300)}`,
  'letters of another language': '?q=фонарями',
}

describe('the engine of an export gives the very page that a server gives', async () => {
  const answer = await engineOf(archive)
  test.each(Object.entries(questions))('for %s', async (_, query) => {
    expect(await answer(query)).toBe(servedBy(archive, query))
  })

  test('among them one that corrects a word', async () => {
    expect(await answer(questions['a typo'])).toContain(' instead.</p>')
  })

  test('and none without words', async () => {
    expect(await answer('?q=+')).toBeUndefined()
    expect(await answer('')).toBeUndefined()
  })
})

test.each(['laterne', 'Straßen', 'behörde', 'lantern', 'фонарями', 'latrene'])(
  'in an archive of several languages, for %s',
  async (words) => {
    const query = `?q=${encodeURIComponent(words)}`
    const answer = await engineOf(inGerman)
    expect(await answer(query)).toBe(servedBy(inGerman, query))
  },
)

describe('what is loaded', () => {
  test('of scripts is at most 40 KB for a query in English, compressed', async () => {
    archive.requests.length = 0
    await (await engineOf(archive))('?q=entity+tag')
    const scripts = archive.requests.filter((path) => path.endsWith('.js'))
    expect(scripts.map((path) => path.split('/').at(-1))).toEqual(['engine.js', 'en.js'])
    const page = /src="([^"]+\.js)"/.exec(await asText(`${archive.origin}/search`))?.[1] ?? ''
    const texts = await Promise.all(
      [...scripts, page].map((path) => asText(new URL(path, archive.origin).href)),
    )
    expect(gzipSync(texts.join('\n')).length).toBeLessThan(40_000)
  })

  test('of texts is that of the posts that are shown, each once', async () => {
    const answer = await engineOf(archive)
    archive.requests.length = 0
    const page = await answer('?q=zstandard')
    const shown = [...page.matchAll(/<h2><a href="([^"]+)">/g)].map(([, path]) => `${path}.md`)
    const loaded = archive.requests.filter((path) => path.includes('.md')).map((path) => path.split('?')[0])
    expect(loaded.sort()).toEqual(shown.sort())
    expect(new Set(archive.requests).size).toBe(archive.requests.length)
    archive.requests.length = 0
    await answer('?q=zstandard')
    expect(archive.requests).toEqual([])
  })

  test('is a stemmer as soon as a word has its letters', async () => {
    archive.requests.length = 0
    await (await engineOf(archive))('?q=фонарями')
    expect(archive.requests.filter((path) => path.endsWith('/ru.js'))).toHaveLength(1)
  })

  test('has no place in other pages', () => {
    for (const name of archive.names)
      if (name.endsWith('.html') && name !== 'search.html')
        expect(String(archive.read(name)), name).not.toContain('data-engine')
  })
})

describe('the search page of an export', () => {
  test('says without a script that it needs one, in HTML and markdown', () => {
    for (const name of ['search.html', 'search.md'])
      expect(String(archive.read(name)), name).toContain('Search runs in your browser and needs JavaScript.')
    expect(String(inGerman.read('search.html'))).toContain('benötigt JavaScript')
  })

  test('is for people: no program is sent there', () => {
    for (const name of ['llms.txt', 'agent-instructions.md', 'api/v1/index.json', '404.html', 'search.md'])
      expect(String(archive.read(name)), name).not.toMatch(/search(?:\.md)?\?q=|"search"/)
  })
})
