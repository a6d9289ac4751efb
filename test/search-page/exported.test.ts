import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { fromFolder, fromMemory } from '../../src/compile.ts'
import { exported } from './exported.ts'
import { requireAnswer } from '../../src/answer/request.ts'

/** Runs the search engine of an export in Node, with its scripts loaded over HTTP as in a browser. */

const archive = await exported(fromFolder('archive'), 'https://archive.example/review')
const inGerman = await exported(
  fromMemory({
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

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address)
  expect(response.status, address).toBe(200)
  return response.text()
}

const run = async (address: string) =>
  import(`data:text/javascript,${encodeURIComponent(await fetchText(address))}`)

/** The search function of an exported page. */
async function engineOf({ origin }: Site) {
  const page = await fetchText(`${origin}/search`)
  const [, script = '', head = ''] = /data-engine="([^"]+)" data-head="([^"]+)"/.exec(page) ?? []
  const { open } = await run(new URL(script, origin).href)
  return open(new URL(head, origin).href, (path: string) => run(new URL(path, origin).href))
}

function resultsFromServer({ handler, origin }: Site, query: string): string {
  const target = `${new URL(origin).pathname.replace(/\/$/, '')}/search${query}`
  const { body } = requireAnswer(handler({ method: 'GET', target }))
  return new TextDecoder().decode(body ?? undefined)
}

const questions = {
  words: '?q=entity+tag',
  'one word': '?q=cache',
  'a typo': '?q=markdwon',
  'an unknown word': '?q=negotation',
  'a prefix of a word': '?q=negoti',
  'a phrase': '?q=%22content+negotiation%22',
  'a version': '?q=HTTP%2F1.1',
  'the latest post': '?q=latest+on+caching',
  'no match': '?q=zzyzx',
  'no words': '?q=%3F%3F',
  'the second page': '?q=the+archive&page=2',
  'a page past the last': '?q=cache&page=9',
  'too many words': `?q=${'cache+'.repeat(300)}`,
  'another script': '?q=фонарями',
}

describe('search in an export', async () => {
  const search = await engineOf(archive)
  test.each(Object.entries(questions))('renders the same page as a server for %s', async (_, query) => {
    expect(await search(query)).toBe(resultsFromServer(archive, query))
  })

  test('corrects a typo', async () => {
    expect(await search(questions['a typo'])).toContain(' instead.</p>')
  })

  test('renders no results without a query', async () => {
    expect(await search('?q=+')).toBeUndefined()
    expect(await search('')).toBeUndefined()
  })
})

test.each(['laterne', 'Straßen', 'behörde', 'lantern', 'фонарями', 'latrene'])(
  'search in an export with several languages renders the same page as a server for %s',
  async (words) => {
    const query = `?q=${encodeURIComponent(words)}`
    const search = await engineOf(inGerman)
    expect(await search(query)).toBe(resultsFromServer(inGerman, query))
  },
)

describe('a search in an export', () => {
  test('loads at most 40 KB of compressed scripts in English', async () => {
    archive.requests.length = 0
    await (await engineOf(archive))('?q=entity+tag')
    const scripts = archive.requests.filter((path) => path.endsWith('.js'))
    expect(scripts.map((path) => path.split('/').at(-1))).toEqual(['engine.js', 'en.js'])
    const page = /src="([^"]+\.js)"/.exec(await fetchText(`${archive.origin}/search`))?.[1] ?? ''
    const texts = await Promise.all(
      [...scripts, page].map((path) => fetchText(new URL(path, archive.origin).href)),
    )
    expect(gzipSync(texts.join('\n')).length).toBeLessThan(40_000)
  })

  test('loads the text of each post in the results, once', async () => {
    const search = await engineOf(archive)
    archive.requests.length = 0
    const page = await search('?q=zstandard')
    const shown = [...page.matchAll(/<h2><a href="([^"]+)">/g)].map(([, path]) => `${path}.md`)
    const loaded = archive.requests.filter((path) => path.includes('.md')).map((path) => path.split('?')[0])
    expect(loaded.sort()).toEqual(shown.sort())
    expect(new Set(archive.requests).size).toBe(archive.requests.length)
    archive.requests.length = 0
    await search('?q=zstandard')
    expect(archive.requests).toEqual([])
  })

  test('loads a stemmer once a query uses its script', async () => {
    archive.requests.length = 0
    await (await engineOf(archive))('?q=фонарями')
    expect(archive.requests.filter((path) => path.endsWith('/ru.js'))).toHaveLength(1)
  })

  test('is only on the search page', () => {
    for (const name of archive.names)
      if (name.endsWith('.html') && name !== 'search.html')
        expect(String(archive.read(name)), name).not.toContain('data-engine')
  })
})

describe('the search page of an export', () => {
  test('suggests from the same file as that of a server', () => {
    const { body } = requireAnswer(archive.handler({ method: 'GET', target: '/review/search/titles.json' }))
    expect(archive.read('search/titles.json').equals(body ?? Buffer.alloc(0))).toBe(true)
  })

  test('says in HTML and markdown that it needs JavaScript', () => {
    for (const name of ['search.html', 'search.md'])
      expect(String(archive.read(name)), name).toContain('Search runs in your browser and needs JavaScript.')
    expect(String(inGerman.read('search.html'))).toContain('benötigt JavaScript')
  })

  test('is not advertised to programs', () => {
    for (const name of ['llms.txt', 'agent-instructions.md', 'api/v1/index.json', '404.html', 'search.md'])
      expect(String(archive.read(name)), name).not.toMatch(/search(?:\.md)?\?q=|"search"/)
  })
})
