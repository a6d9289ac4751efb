import { describe, expect, test } from 'vitest'
import { build } from './build.ts'

const text = 'The first sentence says it. The second says more.\n'
const matter = (lines: string, body = text) => `---\n${lines}---\n\n${body}`

/** The only post of an archive. */
async function only(path: string, written: string, settings = '') {
  const { posts, ...archive } = await build({ [path]: written, 'archive.yaml': settings })
  const [post, ...more] = posts
  if (!post || more.length > 0) throw new Error(`${posts.length} posts`)
  return { ...post, archive }
}

describe('the file name gives the id and the date', () => {
  for (const [path, id, day] of [
    ['posts/week-01.md', 'week-01', null],
    ['posts/2020-01-02-a-title.md', 'a-title', '2020-01-02'],
    ['posts/2020-01-02-a-title/index.md', 'a-title', '2020-01-02'],
    ['posts/2020/01/02/a-title.md', 'a-title', '2020-01-02'],
    ['posts/2020-01-02/a-title.md', 'a-title', '2020-01-02'],
    ['posts/2020-01-02.md', '2020-01-02', '2020-01-02'],
    ['posts/2020-13-45-a-title.md', '2020-13-45-a-title', null],
    ['posts/2020-02-30-a-title.md', '2020-02-30-a-title', null],
    ['posts/A Title, with “marks”.markdown', 'a-title-with-marks', null],
    ['posts/Ünïcödé.mdx', 'unicode', null],
    ['posts/Straße nach Łódź.md', 'strasse-nach-lodz', null],
    ['posts/ÆRØ-œuvre-Þingvellir.md', 'aero-oeuvre-thingvellir', null],
    ['posts/đặng-ısı.md', 'dang-isi', null],
    ['posts/deep/folder/index.md', 'folder', null],
    ['posts/index.en.md', 'index-en', null],
    [`posts/${'long-'.repeat(40)}name.md`, `${'long-'.repeat(40)}name`, null],
  ] as const) {
    test(path, async () => {
      expect(await only(path, text)).toMatchObject({ id, datePublished: day, path: `/posts/${id}` })
    })
  }

  test('front matter wins, and an old URL can give the date', async () => {
    expect(await only('posts/2020-01-02-a.md', matter('slug: Other Name\ndate: 2021-03-04\n'))).toMatchObject(
      { id: 'other-name', datePublished: '2021-03-04' },
    )
    expect(await only('posts/a.md', matter('permalink: /2019/12/31/a/\n'))).toMatchObject({
      datePublished: '2019-12-31',
    })
  })

  test('a name in another script gets a stable id', async () => {
    const { id } = await only('posts/日本.md', text)
    expect(id).toMatch(/^post-[0-9a-f]{8}$/)
    expect((await only('posts/日本.md', text)).id).toBe(id)
    expect((await only('posts/中国.md', text)).id).not.toBe(id)
  })

  test('`ids` builds ids from other parts', async () => {
    const ids = 'ids: "{year}-{folder}-{slug}"\n'
    expect((await only('posts/notes/2020-01-02-a.md', text, ids)).id).toBe('2020-notes-a')
  })
})

describe('the id pattern', () => {
  for (const [names, pattern] of [
    [['week-01', 'week-12'], '^week-\\d{2}$'],
    [['week-01', 'week-1'], '^[a-z0-9]+(?:-[a-z0-9]+)*$'],
    [['a'], '^[a-z0-9]+(?:-[a-z0-9]+)*$'],
  ] as const) {
    test(names.join(', '), async () => {
      const archive = await build(Object.fromEntries(names.map((name) => [`posts/${name}.md`, text])))
      expect(archive.idPattern).toBe(pattern)
      for (const { id } of archive.posts) expect(id).toMatch(new RegExp(pattern))
    })
  }
})

describe('the series of an archive', () => {
  const said = (...series: readonly (string | undefined)[]) =>
    Object.fromEntries(
      series.map((one, nth) => [`posts/p${nth}.md`, one === undefined ? text : matter(`series: ${one}\n`)]),
    )
  for (const [what, files, expected] of [
    ['only those that posts name, as they write them', said('practice'), { practice: 'practice' }],
    [
      'from the posts',
      said('Field Notes', 'research'),
      { 'field-notes': 'Field Notes', research: 'research' },
    ],
    ['one neutral value, if no post names any', said(undefined, undefined), { none: 'none' }],
    ['one more for posts that name none', said('Notes', undefined), { notes: 'Notes', none: 'none' }],
    [
      'one per folder',
      { 'archive.yaml': 'series: folder\n', 'posts/Rust/a.md': text, 'posts/b.md': text },
      { rust: 'Rust', none: 'none' },
    ],
    [
      'a mapped key',
      { 'archive.yaml': 'fields: {series: section}\n', 'posts/a.md': matter('section: Essays\n') },
      { essays: 'Essays' },
    ],
    [
      'the only one in archive.yaml, for posts that name none',
      { 'archive.yaml': 'series: {blog: {label: Blog}}\n', 'posts/a.md': text },
      { blog: 'Blog' },
    ],
  ] as const) {
    test(what, async () => {
      const { series, posts } = await build(files)
      expect(Object.fromEntries(series)).toEqual(expected)
      for (const post of posts) expect(series.get(post.series)).toBe(post.seriesLabel)
    })
  }
})

describe('derives missing front matter', () => {
  test.each<[what: string, written: string, title: string, summary?: string]>([
    ['from a heading and a paragraph', `# The *title*\n\n${text}`, 'The title'],
    ['from an underlined heading', `The title\n===\n\n${text}`, 'The title'],
    ['after a comment', `<!-- note -->\n\n# The title ##\n\n${text}`, 'The title'],
    ['from the name of the file', text, 'A name'],
    ['from front matter', matter('title: Said\ndescription: Said, too.\n'), 'Said', 'Said, too.'],
    ['not from an image', `# T\n\n![A picture](https://example.org/x.png)\n\n${text}`, 'T'],
    ['not from code or a list', `# T\n\n\`\`\`\ncode\n\`\`\`\n\n- item of a list\n\n${text}`, 'T'],
    ['without a formula', `# T\n\nEuler: $e^{i\\pi}$. ${text.trim()} And $x$.\n`, 'T'],
    [
      'without a formula, in a script without spaces',
      '# T\n\n式は $x$ です。これは最初の文で、数式はありません。これは次の文です。\n',
      'T',
      'これは最初の文で、数式はありません。これは次の文です。',
    ],
    [
      'from the next paragraph, if every sentence has a formula',
      `# T\n\nLet it be that $n$ is even.\n\n${text}`,
      'T',
    ],
    [
      'with TeX, if every paragraph has a formula',
      '# T\n\nLet it be that $n^2$ is even.\n',
      'T',
      'Let it be that n^2 is even.',
    ],
    ['from other text, if there is no prose', '# T\n\n## H\n\n- item\n- *two*\n', 'T', 'item two'],
    ['from the title, if there is no text', '# T\n\n```\ncode\n```\n', 'T', 'T'],
    ['not from a paragraph that is the title', `# Its title\n\n**Its title!**\n\n${text}`, 'Its title'],
    ['not from a sentence that is the title', `# Its title\n\nIts title. ${text}`, 'Its title'],
    ['not from a summary that is the title', matter('title: "What?"\nsummary: What\n', text), 'What?'],
  ])('%s', async (_, written, title, summary = text.trim()) => {
    expect(await only('posts/a-name.md', written)).toMatchObject({ title, summary })
  })

  test('removes a heading that repeats the title, but no other', async () => {
    const { html } = await only('posts/a.md', matter('title: "Same: title"\n', `# Same title\n\n${text}`))
    expect(html).not.toContain('<h1')
    expect((await only('posts/a.md', matter('title: One\n', `# Two\n\n${text}`))).html).toContain('<h1')
  })

  test.each([
    ['C++', 'C', 'stays'],
    ['C', 'C#', 'stays'],
    ['A*', 'A', 'stays'],
    ['.NET', 'NET', 'stays'],
    ['$5', '5', 'stays'],
    ['!', '?', 'stays'],
    ['“It’s” – a test…', '"It\'s": a test', 'goes'],
    ['The *A\\** of `it`', 'The A\\* of it', 'goes'],
    ['Week-01 (part 2)', 'Week-01: Part 2.', 'goes'],
    ['C++', 'C++', 'goes'],
  ])('the heading %2$s below the title %1$s %3$s', async (title, heading, fate) => {
    const written = matter(`title: ${JSON.stringify(title)}\n`, `# ${heading}\n\n${text}`)
    expect((await only('posts/a.md', written)).html.includes('<h1')).toBe(fate === 'stays')
  })

  test('a summary is whole sentences, at most 300 characters', async () => {
    const long = 'A sentence of some forty characters, or so. '
    const { summary } = await only('posts/a.md', `${long.repeat(20)}\n`)
    expect(summary).toBe(long.repeat(6).trim())
    expect((await only('posts/a.md', `${'word '.repeat(200)}\n`)).summary).toMatch(/^(?:word )+word…$/)
  })
})

describe('a post without a title or heading has the words of its name', () => {
  for (const [path, title] of [
    ['posts/my-post/index.en.md', 'My post'],
    ['posts/one.html.md', 'One'],
    ['posts/2020-01-02-a-title.md', 'A title'],
    ['posts/2020/01-02-a-title.md', 'A title'],
    ['posts/2020-01-02.md', '2020-01-02'],
  ] as const)
    test(path, async () => expect(await only(path, text)).toMatchObject({ title }))
})

test('the first heading below a comment is the title', async () => {
  const comment = '<!-- a -> b\n<c> -->'
  expect(await only('posts/one.md', `${comment}\n\n# Two words\n\n${text}`)).toMatchObject({
    title: 'Two words',
  })
})

test('a summary never ends in half a character', async () => {
  for (const start of ['ab', 'abc']) {
    const { summary } = await only('posts/one.md', `${start}${'\u{20000}'.repeat(300)}\n`)
    expect(summary).toMatch(/^(?:[a-c]|\u{20000})+…$/u)
  }
})
