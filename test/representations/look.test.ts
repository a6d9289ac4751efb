import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, coloursFor, defaultAccent, mixColours } from '../../src/pages/colours.ts'
import { day, format } from '../../src/words/format.ts'
import { wordsOf } from '../../src/words/words.ts'
import { represent } from '../../src/representations/represent.ts'
import { fromMemory } from '../../src/compile.ts'
import { bodiesOf, build, post, readShown, versionOf } from '../archive/build.ts'

async function pagesOf(yaml: string, more: Record<string, string> = {}): Promise<Map<string, string>> {
  const front = 'published: 2026-03-01\ntags: [Zoë]\n'
  const archive = await build({ 'archive.yaml': yaml, 'posts/week-01.md': post('Text.', front), ...more })
  return bodiesOf(archive)
}

describe('look', () => {
  const files = { 'brand/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>', 'brand/own.css': 'p{}' }

  test('puts logo, icon, style sheet, fonts and accent color on every page', async () => {
    const pages = await pagesOf(
      'title: A\nlook:\n  accent: "#aa0000"\n  logo: brand/logo.svg\n  favicon: brand/logo.svg\n  stylesheet: brand/own.css\n  fonts: {text: brand/a.woff2, code: "\'Iosevka\'"}\n',
      { ...files, 'brand/a.woff2': 'font' },
    )
    const logo = versionOf('/brand/logo.svg', files['brand/logo.svg'])
    const sheet = versionOf('/brand/own.css', files['brand/own.css'])
    const font = versionOf('/brand/a.woff2', 'font')
    for (const path of ['/', '/posts/week-01', '/years', '/developers', '/search']) {
      const page = pages.get(path) ?? ''
      expect(page, path).toContain(
        `<p class="brand"><a href="/"${path === '/' ? ' aria-current="page"' : ''}>`,
      )
      expect(page, path).toContain(`<img src="${logo}" alt="A">`)
      expect(page, path).toContain(`<link rel="icon" href="${logo}">`)
      expect(page, path).toContain(`<link rel="stylesheet" href="${sheet}">`)
      expect(page, path).toContain(`src:url("${font}")`)
      expect(page, path).toContain("--mono:'Iosevka',")
      expect(page, path).toContain('--link:light-dark(#aa0000,')
    }
    for (const path of ['/brand/logo.svg', '/brand/own.css', '/brand/a.woff2', logo, sheet, font])
      expect(pages.has(path), path).toBe(true)
  })

  test('keeps the path of a style sheet with relative URLs', async () => {
    const css = { 'brand/own.css': 'p{background:url(../brand/logo.svg)}' }
    const pages = await pagesOf('title: A\nlook: {stylesheet: brand/own.css}\n', css)
    expect(pages.get('/posts/week-01')).toContain('<link rel="stylesheet" href="/brand/own.css">')
  })

  test('puts `head` on every page, `foot` after every post, and `hosts` in the CSP', async () => {
    const yaml =
      'title: A\nlook: {head: own/head.html, foot: own/foot.html, hosts: [https://stats.example]}\nembeds: [youtube]\n'
    const html = {
      'own/head.html': '<script src="https://stats.example/s.js" defer></script>\n',
      'own/foot.html': '<div id="comments"></div>\n',
    }
    const pages = await pagesOf(yaml, html)
    for (const path of ['/', '/posts/week-01', '/years'])
      expect(pages.get(path), path).toContain(`${html['own/head.html']}</head>`)
    expect(pages.get('/posts/week-01')).toContain(`<div class="foot">${html['own/foot.html']}</div>\n</main>`)
    expect(pages.get('/years')).not.toContain('comments')
    expect(pages.has('/own/head.html'), 'not published as a file').toBe(false)
    expect(pages.get('/privacy')).toContain('content that the publisher has added from stats.example')
    expect(pages.get('/privacy')).toContain('loads from its host only when you press play')
    const archive = await build({ 'archive.yaml': yaml, 'posts/week-01.md': post('Text.'), ...html })
    const [page] = [...represent(archive)].filter(({ path }) => path === '/')
    const headers = page?.forms[0]?.headers ?? []
    const policy = headers[headers.indexOf('Content-Security-Policy') + 1]?.split('; ')
    for (const part of ["script-src 'self'", "connect-src 'self'", "form-action 'self'"])
      expect(policy).toContain(`${part} https://stats.example`)
    expect(policy).toContain('frame-src https://www.youtube-nocookie.com https://stats.example')
  })

  test('reports HTML that the CSP would block, with its line', async () => {
    const head =
      '<meta name="x">\n<script>go()</script>\n<script src="https://other.example/s.js"></script>\n'
    const { diagnostics } = await readShown(
      fromMemory({
        'archive.yaml': 'title: A\nlook: {head: head.html}\n',
        'posts/week-01.md': post('Text.'),
        'head.html': head,
      }),
    )
    expect(diagnostics.map(({ rule, line, hint }) => [rule, line, hint])).toEqual([
      ['blocked-html', 2, 'Load it by `src`, from an origin in `look.hosts`.'],
      ['blocked-html', 3, 'Add https://other.example to `look.hosts`.'],
    ])
  })

  test('has a dark logo beside the light one, chosen by CSS', async () => {
    const pages = await pagesOf('title: A\nlook: {logo: brand/logo.svg, logoDark: brand/dark.svg}\n', {
      ...files,
      'brand/dark.svg': files['brand/logo.svg'],
    })
    expect(pages.get('/years')).toMatch(
      /<img class="on-light" src="[^"]+logo\.svg" alt="A"><img class="on-dark" src="[^"]+dark\.svg" alt="A">/,
    )
  })

  test('allows any URL in `navigation`', async () => {
    const pages = await pagesOf('title: A\nnavigation:\n  - tags\n  - Podcast: https://example.org/podcast\n')
    expect(pages.get('/years')).toContain(
      '<div><a href="/tags">Tags</a><a href="https://example.org/podcast">Podcast</a></div></details></nav>',
    )
  })

  test('shows no menu if `navigation` is empty', async () => {
    expect((await pagesOf('title: A\nnavigation: []\n')).get('/years')).not.toContain(
      '<nav aria-label="Site">',
    )
  })

  test('puts three pages in the masthead by default, and the others in the footer', async () => {
    const own = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((name) => [
        `pages/${name}.md`,
        `---\ntitle: Page ${name}\n---\n\nText.\n`,
      ]),
    )
    const [, nav = '', footer = ''] =
      /<nav aria-label="Site">(.*?)<\/nav>.*<footer(.*?)<\/footer>/s.exec(
        (await pagesOf('title: A\n', own)).get('/years') ?? '',
      ) ?? []
    const namesIn = (html: string) => [...html.matchAll(/>Page (\w)</g)].map(([, name]) => name)
    expect(namesIn(nav)).toEqual(['a', 'b', 'c'])
    expect(namesIn(footer)).toEqual(['d', 'e'])
    const chosen = (await pagesOf('title: A\nnavigation: [e, d, c, b]\n', own)).get('/years') ?? ''
    expect(namesIn(chosen)).toEqual(['e', 'd', 'c', 'b'])
  })

  test('shows `navigation`, `footer` and `repository`', async () => {
    const pages = await pagesOf(
      'title: A\nnavigation: [developers, tags]\nfooter: "By *us*."\nrepository: https://example.org/repo\n',
    )
    const page = pages.get('/posts/week-01') ?? ''
    expect(page).toContain(
      '<div><a href="/developers">Developers</a><a href="/tags">Tags</a></div></details></nav>',
    )
    expect(page).toContain('<p>By <em>us</em>.</p>')
    expect(page).toContain('<a href="https://example.org/repo">Sources</a>')
  })
})

test('any accent color has enough contrast on light and dark backgrounds', () => {
  let compared = 0
  for (const accent of ['#000000', '#ffffff', '#ffff00', '#0000ff', '#808080', '#d6336c', defaultAccent]) {
    for (const { paper = '', sunk = '', link = '' } of Object.values(coloursFor(accent))) {
      expect(contrast(link, paper), `${accent} as ${link} on ${paper}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(link, sunk), `${accent} as ${link} on ${sunk}`).toBeGreaterThanOrEqual(4.5)
      compared++
    }
  }
  expect(compared).toBe(14)
})

test('every other text color has enough contrast on its backgrounds, and code on marked lines', () => {
  const css = readFileSync(new URL('../../src/pages/style/prose.css', import.meta.url), 'utf8')
  const [, percent] = /color-mix\(in srgb, var\(--marked\) (\d+)%, transparent/.exec(css) ?? []
  for (const { paper = '', sunk = '', raised = '', ...others } of Object.values(coloursFor(defaultAccent))) {
    const line = mixColours(sunk, others['marked'] ?? '', Number(percent) / 100)
    const texts = Object.entries(others).filter(([name]) => /^(ink|quiet|link|t-.)$/.test(name))
    expect(texts).toHaveLength(11)
    for (const [name, colour] of texts)
      for (const under of [paper, sunk, raised, ...(/^(?:t-.|ink)$/.test(name) ? [line] : [])])
        expect(contrast(colour, under), `${name} on ${under}`).toBeGreaterThanOrEqual(4.5)
  }
})

describe('the language of pages', () => {
  const dates = {
    en: '1 March 2026',
    de: '1. März 2026',
    fr: '1er mars 2026',
    es: '1 de marzo de 2026',
    ja: '2026年3月1日',
    ar: '1 مارس 2026',
  }

  test.each(Object.entries(dates))("is the archive's: %s", async (language, date) => {
    expect(day('2026-03-01', wordsOf(language)).text).toBe(date)
    const words = wordsOf(language)
    const pages = await pagesOf(`title: A\nlanguage: ${language}\n`)
    const page = pages.get('/posts/week-01') ?? ''
    expect(page).toContain(`<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}>`)
    expect(page).toContain(`<time datetime="2026-03-01">${date}</time>`)
    expect(page).toContain(words.cite)
    for (const path of ['/', '/years', '/years/2026', '/series', '/series/research', '/tags'])
      expect(pages.get(path), path).toContain(words.skip)
    expect(pages.get('/tags')).toContain(format(words.lists.count.tags, { count: 1 }, words))
  })

  test('ignores the region, and falls back to English', () => {
    expect(wordsOf('de-AT')).toBe(wordsOf('de'))
    expect(wordsOf('pt-BR')).toBe(wordsOf('en'))
  })
})

test.each([
  ['en', 'Note', 'Caution', 'Open task', 'Completed task'],
  ['de', 'Hinweis', 'Vorsicht', 'Offene Aufgabe', 'Erledigte Aufgabe'],
  ['ar', 'ملاحظة', 'تنبيه', 'مهمة غير منجزة', 'مهمة منجزة'],
])('alerts and tasks are in the language of the archive: %s', async (language, note, caution, open, done) => {
  const pages = await pagesOf(`title: A\nlanguage: ${language}\n`, {
    'posts/week-02.md': post('> [!NOTE]\n> A.\n\n> [!CAUTION]\n> B.\n\n- [ ] c\n- [x] d'),
  })
  const page = pages.get('/posts/week-02') ?? ''
  expect(Array.from(page.matchAll(/<p class="alert-title">([^<]*)/g), ([, title]) => title)).toEqual([
    note,
    caution,
  ])
  expect(
    Array.from(page.matchAll(/<input type="checkbox"[^>]*aria-label="([^"]*)/g), ([, label]) => label),
  ).toEqual([open, done])
})

describe('the citation box', () => {
  test('offers each format once, with its URL', async () => {
    const page = (await pagesOf('title: A\n')).get('/posts/week-01') ?? ''
    const [box = ''] = /<section class="cite">.*?<\/section>/s.exec(page) ?? []
    for (const [label, path] of [
      ['BibTeX', '/posts/week-01.bib'],
      ['CSL-JSON', '/posts/week-01.csl.json'],
      ['Markdown', '/posts/week-01.md'],
    ] as const) {
      expect(box.split(`>${label}<`), label).toHaveLength(2)
      expect(box.split(`href="${path}"`), path).toHaveLength(2)
    }
    const texts = Array.from(box.matchAll(/data-copy>([^<]*)/g), ([, text = '']) => text.trim())
    expect(texts).toHaveLength(7)
    for (const text of texts) expect(texts.filter((other) => other.includes(text))).toEqual([text])
  })

  test('isolates names in right-to-left scripts, whatever they contain', async () => {
    const files = {
      'posts/week-02.md': post('Text.', 'published: 2026-03-02\n').replace('A title', 'مد (3) [وجزر]'),
    }
    const page = (await pagesOf('title: المراجعة\n', files)).get('/posts/week-02') ?? ''
    const [quoted = ''] = /<blockquote data-copy>.*?<\/blockquote>/s.exec(page) ?? []
    expect(quoted).toContain('(2026-03-02). “<bdi>مد (3) [وجزر]</bdi>”. <bdi>المراجعة</bdi>.')
    expect((await pagesOf('title: A\n')).get('/posts/week-01')).not.toMatch(/data-copy>[^/]*<bdi>/)
    const inverted = await pagesOf('title: A\nauthor: { name: سلمى حداد, family: حداد, type: person }\n', {
      'posts/week-02.md': post('Text.', 'published: 2026-03-02\n'),
    })
    expect(inverted.get('/posts/week-02')).toContain('<bdi>حداد</bdi>, <bdi>س</bdi>. (2026, March 2).')
  })
})

test.each([
  ['one tag of every post', ['all', 'all'], false],
  ['one tag of some posts', ['all', ''], true],
  ['two tags', ['all', 'all, some'], true],
])('the masthead links to tags: %s', async (_, tags, isLinked) => {
  const files = tags.map((list, at) => [
    `posts/week-0${at + 1}.md`,
    post('Text.', `published: 2026-03-01\ntags: [${list}]\n`),
  ])
  const [masthead = ''] =
    /<header class="masthead">.*?<\/header>/s.exec(
      (await pagesOf('title: A\n', Object.fromEntries(files))).get('/') ?? '',
    ) ?? []
  expect(masthead.includes('href="/tags"')).toBe(isLinked)
})

test.each([
  ['dark', '<html lang="en" data-theme="dark">'],
  ['light', '<html lang="en" data-theme="light">'],
  ['system', '<html lang="en">'],
])('`look.theme: %s` sets the colors of every page', async (theme, start) => {
  const pages = await pagesOf(`title: A\nlook: { theme: ${theme} }\n`)
  for (const path of ['/', '/posts/week-01', '/search']) expect(pages.get(path), path).toContain(start)
})

test('a tag that all posts share is not shown on pages, and stays in the data', async () => {
  const tagged = (tags: string, day: number) => post('Text.', `published: 2026-03-0${day}\ntags: [${tags}]\n`)
  const two = { 'posts/week-01.md': tagged('all, one', 1), 'posts/week-02.md': tagged('all, two', 2) }
  const pages = await pagesOf('title: A\n', two)
  for (const path of ['/', '/posts/week-01', '/posts/week-02'])
    expect(pages.get(path), path).not.toContain('href="/tags/all"')
  expect(pages.get('/posts/week-01')).toContain('href="/tags/one"')
  expect(pages.get('/api/v1/posts/week-01.json')).toContain('"tags":["all","one"]')
  expect(pages.get('/posts/week-01.md')).toContain('tags: [all, one]')
  const others = { ...two, 'posts/week-03.md': tagged('three', 3) }
  expect((await pagesOf('title: A\n', others)).get('/posts/week-01')).toContain('href="/tags/all"')
  const alone = await pagesOf('title: A\n', { 'posts/week-01.md': tagged('all', 1) })
  expect(alone.get('/posts/week-01'), 'of a single post, every tag says something').toContain(
    'href="/tags/all"',
  )
})

describe('a series', () => {
  const other = { 'posts/week-02.md': post('Text.', 'published: 2026-03-02\nseries: Reviews\n') }

  test('is shown on the pages of its posts', async () => {
    const pages = await pagesOf('title: A\n', other)
    expect(pages.get('/posts/week-02')).toContain(
      '<p class="facts eyebrow"><a href="/series/reviews">Series: Reviews, part 1</a></p>',
    )
    expect(pages.get('/')).toContain('Series: Reviews, part 1')
    expect(pages.get('/')).toContain('<a href="/series">Series</a>')
  })

  test('is not shown if it is only the default', async () => {
    const pages = await pagesOf('title: A\n', {
      'posts/week-01.md': '---\ntitle: One\npublished: 2026-03-01\n---\n\nText.\n',
    })
    expect(pages.get('/posts/week-01')).not.toContain('<p class="facts eyebrow">')
    for (const path of ['/', '/posts/week-01', '/index.md'])
      expect(pages.get(path), path).not.toMatch(/none, part|>none<|href="\/series"/)
    expect(pages.get('/api/v1/posts.json'), 'required by the contract').toMatch(
      /"type":"none","seriesLabel":"none","seriesNumber":1/,
    )
  })
})
