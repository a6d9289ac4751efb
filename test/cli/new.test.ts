import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeNew } from '../../src/build/output/durable.ts'
import { fromFolder } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { emptyFolder, ended, folderWith, run, start } from './run.ts'

const body = '\n\nOne sentence of text.\n'
const week = (nth: string, front = '') =>
  `---\ntitle: Week ${nth}\nseries: research\npublished: 2026-01-${nth}\n${front}---${body}`

interface Layout {
  readonly files: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  readonly path: string
  readonly text: string
  /** The post after it is published, if it has more than the usual id and date. */
  readonly post?: Readonly<Record<string, unknown>>
}

/** Archives of different styles, and the draft that each gets on 4 May 2026. */
const layouts: Readonly<Record<string, Layout>> = {
  'numbered ids: the next number': {
    files: { 'posts/week-08.md': week('08'), 'posts/week-09.md': week('09') },
    args: ['--series', 'research'],
    path: 'posts/week-10.md',
    text: '---\ntitle: Of tides\nseries: research\npublished: 2026-05-04\ndraft: true\n---\n\n',
    post: { id: 'week-10', series: 'research', datePublished: '2026-05-04', seriesNumber: 3 },
  },
  'numbered ids with one post': {
    files: { 'posts/week-01.md': week('01') },
    args: ['--series', 'research'],
    path: 'posts/week-02.md',
    text: '---\ntitle: Of tides\nseries: research\npublished: 2026-05-04\ndraft: true\n---\n\n',
    post: { id: 'week-02' },
  },
  'a number and the title in the name': {
    files: {
      'posts/041-salt.md': '---\ntitle: Salt\ndate: 2026-01-01\n---\nText.\n',
      'posts/042-sand.md': '---\ntitle: Sand\ndate: 2026-01-08\n---\nText.\n',
    },
    path: 'posts/043-of-tides.md',
    text: '---\ntitle: Of tides\ndate: 2026-05-04\ndraft: true\n---\n\n',
    post: { id: '043-of-tides', datePublished: '2026-05-04' },
  },
  'explicit series numbers': {
    files: {
      'posts/salt.md': week('01', 'seriesNumber: 4\n'),
      'posts/sand.md': week('02', 'seriesNumber: 5\n'),
      'posts/oars.md': week('03', 'seriesNumber: 9\n').replace('research', 'practice'),
    },
    args: ['--series', 'research'],
    path: 'posts/of-tides.md',
    text: '---\ntitle: Of tides\nseries: research\npublished: 2026-05-04\nseriesNumber: 6\ndraft: true\n---\n\n',
    post: { id: 'of-tides', series: 'research', seriesNumber: 6 },
  },
  'Jekyll: the date in the name, its draft key, and keys common to all posts': {
    files: {
      '_config.yml': 'title: Notes\n',
      '_posts/2026-01-01-salt.md': `---\nlayout: post\ntitle: "Salt"\nauthor: Ada\ntags: sea\n---${body}`,
      '_posts/2026-01-08-sand.md': `---\nlayout: post\ntitle: "Sand"\nauthor: Ada\ntags: shore\n---${body}`,
    },
    path: '_posts/2026-05-04-of-tides.md',
    text: '---\nlayout: post\ntitle: Of tides\nauthor: Ada\ntags: ""\npublished: false\n---\n\n',
    post: { id: 'of-tides', datePublished: '2026-05-04', authors: [{ name: 'Ada' }] },
  },
  'Nikola: YAML after metadata in comments, and its draft key': {
    files: {
      'conf.py': 'BLOG_TITLE = "Coils"\n',
      'posts/salt.md': `<!--\n.. title: Salt\n.. slug: salt\n.. date: 2026-01-01 10:00:00 UTC\n.. tags: sea\n.. type: text\n-->${body}`,
      'posts/sand.md': `<!--\n.. title: Sand\n.. slug: sand\n.. date: 2026-01-08 10:00:00 UTC\n.. tags: shore\n.. type: text\n-->${body}`,
    },
    path: 'posts/of-tides.md',
    text: '---\ntitle: Of tides\nslug: of-tides\ndate: 2026-05-04\ntags: ""\ntype: text\nstatus: draft\n---\n\n',
  },
  'a status key for drafts': {
    files: {
      'posts/salt.md': `---\ntitle: Salt\ndate: 2026-01-01\nstatus: published\n---${body}`,
      'posts/sand.md': `---\ntitle: Sand\ndate: 2026-01-08\nstatus: published\n---${body}`,
    },
    path: 'posts/of-tides.md',
    text: '---\ntitle: Of tides\ndate: 2026-05-04\nstatus: draft\n---\n\n',
  },
  'Hugo: YAML after TOML, and a folder per post': {
    files: {
      'hugo.toml': 'title = "Notes"\n',
      'content/posts/salt/index.md': `+++\ntitle = "Salt"\ndate = 2026-01-01\ndraft = false\ntags = ["sea"]\n+++${body}`,
    },
    path: 'content/posts/of-tides/index.md',
    text: '---\ntitle: Of tides\ndate: 2026-05-04\ndraft: true\ntags: []\n---\n\n',
    post: { id: 'of-tides', datePublished: '2026-05-04', title: 'Of tides' },
  },
  'Astro: its date key, and .mdx': {
    files: {
      'astro.config.mjs': '',
      'src/content/blog/salt.mdx': `---\ntitle: 'Salt'\npubDate: '2026-01-01'\ndescription: 'Why.'\n---${body}`,
    },
    path: 'src/content/blog/of-tides.mdx',
    text: '---\ntitle: Of tides\npubDate: 2026-05-04\ndescription: ""\ndraft: true\n---\n\n',
  },
  'common keys, empty if their values differ': {
    files: {
      'posts/salt.md': `---\ntitle: Salt\ndate: 2026-01-01\nlayout: post\nauthor: Ada\ncover: https://img.example/a.png\nkeywords: [a]\nmood: calm\n---${body}`,
      'posts/sand.md': `---\ntitle: Sand\ndate: 2026-01-02\nlayout: post\nauthor: Bo\ncover: https://img.example/b.png\nkeywords: [b]\n---${body}`,
      'posts/silt.md': `---\ntitle: Silt\ndate: 2026-01-03\nlayout: post\nauthor: Cy\ncover: https://img.example/c.png\nkeywords: [c]\n---${body}`,
    },
    path: 'posts/of-tides.md',
    text: '---\ntitle: Of tides\ndate: 2026-05-04\nlayout: post\nauthor: ""\ncover: ""\nkeywords: []\ndraft: true\n---\n\n',
  },
  'folders by year and month': {
    files: { 'posts/2026/01/salt.md': week('01') },
    args: ['--series', 'research'],
    path: 'posts/2026/05/of-tides.md',
    text: '---\ntitle: Of tides\nseries: research\npublished: 2026-05-04\ndraft: true\n---\n\n',
  },
  'no front matter: YAML': {
    files: { 'notes/salt.md': '# Salt\n\nText.\n', 'notes/sand.md': '# Sand\n\nText.\n' },
    path: 'notes/of-tides.md',
    text: '---\ntitle: Of tides\ndate: 2026-05-04\ndraft: true\n---\n\n',
    post: { id: 'of-tides', title: 'Of tides', datePublished: '2026-05-04' },
  },
  'one folder per series': {
    files: {
      'archive.yaml': 'series: folder\n',
      'posts/sea/salt.md': '---\ntitle: Salt\ndate: 2026-01-01\n---\nText.\n',
      'posts/shore/sand.md': '---\ntitle: Sand\ndate: 2026-01-08\n---\nText.\n',
    },
    args: ['--series', 'sea'],
    path: 'posts/sea/of-tides.md',
    text: '---\ntitle: Of tides\ndate: 2026-05-04\ndraft: true\n---\n\n',
    post: { id: 'of-tides', series: 'sea' },
  },
  'the series of the newest post': {
    files: { 'posts/salt.md': week('01'), 'posts/sand.md': week('02').replace('research', 'practice') },
    path: 'posts/of-tides.md',
    text: '---\ntitle: Of tides\nseries: practice\npublished: 2026-05-04\ndraft: true\n---\n\n',
    post: { id: 'of-tides', series: 'practice' },
  },
  'globs in archive.yaml, and no posts': {
    files: { 'archive.yaml': 'posts: writing/**/*.md\n' },
    path: 'writing/of-tides.md',
    text: '---\ntitle: Of tides\ndate: 2026-05-04\ndraft: true\n---\n\n',
  },
}

describe('a draft follows the newest post', () => {
  const usual = { id: 'of-tides', datePublished: '2026-05-04' }
  for (const [what, { files, args = [], path, text, post = usual }] of Object.entries(layouts)) {
    test(what, async () => {
      const dir = folderWith(files)
      const ended = await run(['new', 'Of tides', '--dir', dir, '--date', '2026-05-04', ...args])
      expect(ended).toEqual({ code: 0, stdout: `${join(dir, path)}\n`, stderr: '' })
      expect(readFileSync(join(dir, path), 'utf8')).toBe(text)
      const check = await run(['check', dir])
      expect(check.stdout, 'no problem in a draft').not.toMatch(/of-tides\S*:\d+:\d+ /)
      const leftovers = readdirSync(dir).filter((name) => name.startsWith('.'))
      expect(leftovers).toEqual([])

      const isDraft = /^.*(?:draft\W+true|published: false|status: draft).*\n/m
      writeFileSync(join(dir, path), `${text.replace(isDraft, '')}Text of it.\n`)
      const { value: archive, diagnostics } = await readArchive(fromFolder(dir))
      expect(diagnostics).toEqual([])
      expect(archive?.posts.find(({ title }) => title === 'Of tides')).toMatchObject(post)
    })
  }
})

describe('the date', () => {
  const today = (zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())

  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    test(`is today in the local time zone: ${zone}`, async () => {
      const dir = emptyFolder()
      const before = today(zone)
      const { stdout } = await run(['new', 'Of tides', '--dir', dir], { env: { TZ: zone } })
      expect([before, today(zone)]).toContain(/^date: (.*)$/m.exec(readFileSync(stdout.trim(), 'utf8'))?.[1])
    })
  }
})

test('quotes titles that are not plain YAML strings', async () => {
  const plain = ['Yes', '2024', 'A: b', '- item', 'naïve & co', '@x', '日本 x']
  for (const title of [...plain, '"Quoted" # not a comment', "It's - here"]) {
    const dir = emptyFolder()
    const { stdout } = await run(['new', '--dir', dir, '--slug', 'x', '--', title])
    const path = stdout.trim()
    writeFileSync(path, `${readFileSync(path, 'utf8').replace(/^draft.*\n/m, '')}Text.\n`)
    expect((await readArchive(fromFolder(dir))).value?.posts[0]?.title).toBe(title)
  }
})

test('a second draft gets the next number', async () => {
  const dir = folderWith({ 'posts/week-01.md': week('01', 'seriesNumber: 1\n') })
  for (const id of ['week-02', 'week-03']) {
    const { stdout } = await run(['new', 'Of tides', '--dir', dir, '--series', 'research'])
    expect(stdout).toBe(`${join(dir, 'posts', id)}.md\n`)
    expect(readFileSync(stdout.trim(), 'utf8')).toContain(`seriesNumber: ${Number(id.slice(5))}\n`)
  }
})

test('a series is written as in its posts, by name or label', async () => {
  const files = { 'posts/a.md': week('01').replace('research', 'Sea notes'), 'posts/b.md': week('02') }
  for (const series of ['sea-notes', 'Sea notes']) {
    const { stdout } = await run(['new', 'Of tides', '--dir', folderWith(files), '--series', series])
    expect(readFileSync(stdout.trim(), 'utf8')).toContain('series: Sea notes\n')
  }
})

describe('a usage error writes nothing', () => {
  test.each<[what: string, files: Layout['files'], args: readonly string[], message: string]>([
    [
      'a misspelled series',
      { 'posts/a.md': week('01') },
      ['Of tides', '--series', 'reserch'],
      'There is no series "reserch": did you mean "research"?',
    ],
    [
      'an id that is taken',
      { 'posts/2020-01-01-of-tides.md': 'Text.\n' },
      ['Of tides'],
      'posts/2020-01-01-of-tides.md already has the id "of-tides"; set another with --slug.',
    ],
    ['a title without a slug', {}, ['日本'], 'The title gives no slug'],
    [
      'an invalid slug',
      {},
      ['Of tides', '--slug', 'Of Tides'],
      '"Of Tides" is not a slug; write it as "of-tides".',
    ],
    [
      'an id outside the pattern',
      { 'archive.yaml': 'idPattern: ^[a-z]+$\n' },
      ['Of tides'],
      '"of-tides" does not match ^[a-z]+$',
    ],
    ['a date that does not exist', {}, ['Of tides', '--date', '2026-02-30'], '"2026-02-30" is not a date'],
    ['an empty title', {}, [' '], 'The title is empty.'],
    ['--edit without an editor', {}, ['Of tides', '--edit'], '--edit needs VISUAL or EDITOR'],
  ])('%s', async (_, files, args, message) => {
    const dir = folderWith(files)
    const { code, stdout, stderr } = await run(['new', ...args, '--dir', dir])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
    const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    expect(paths.filter((path) => /\.\w+$/.test(path)).sort()).toEqual(Object.keys(files).sort())
  })

  test('an existing file is never overwritten', async () => {
    const dir = folderWith({ 'posts/of-tides.md': '---\ntitle: a: b\n---\nMine.\n' })
    const { code, stderr } = await run(['new', 'Of tides', '--dir', dir])
    expect(code).toBe(2)
    expect(stderr).toContain('already exists; nothing was written')
    expect(readFileSync(join(dir, 'posts/of-tides.md'), 'utf8')).toContain('Mine.')
  })

  test('a failure takes back every folder that it made, and no other', async () => {
    const dir = folderWith({ 'site/kept.txt': '' })
    const tooLong = `posts/2026/${'x'.repeat(300)}.md`
    await expect(writeNew(join(dir, 'site/blog/archive'), { 'a/b.md': '', [tooLong]: '' })).rejects.toThrow()
    expect(readdirSync(dir, { recursive: true })).toEqual(['site', join('site', 'kept.txt')])
  })
})

test.skipIf(process.platform === 'win32')(
  '--edit opens the draft, with the arguments in EDITOR',
  async () => {
    const dir = emptyFolder()
    const env = { EDITOR: 'printf "%s|" opened' }
    const { stdout } = await ended(start(['new', 'Of tides', '--dir', dir, '--edit'], { env }))
    const path = join(dir, 'posts/of-tides.md')
    expect(existsSync(path)).toBe(true)
    expect(stdout).toBe(`${path}\nopened|${path}|`)
  },
)
