import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { answer, recordedSite } from '../../check/test/recorded-site.ts'
import { openZip } from '../src/files.ts'
import { timeLimit } from '../src/limits.ts'
import { run } from '../../../test/cli/run.ts'
import { isThorough } from '../../../test/thorough.ts'
import { fileOf, folderOf, ghost, png, wordPress, zipOf } from './exports.ts'
import { bytesIn, imported, newFolder, refusal, type Report } from './imported.ts'

const validExport = wordPress([{ id: 1, title: 'One' }])
const zip = (change: (bytes: Buffer) => Buffer) => {
  const post = `<p>${'text '.repeat(100)}</p>`
  const path = zipOf('x.zip', { 'posts.csv': 'post_id\n1.a\n', 'posts/1.a.html': post })
  return fileOf('x.zip', change(readFileSync(path)))
}
/** Another number in the record of the first file in the directory of a zip. */
const withSize = (size: number, at: number) =>
  zip((bytes) => {
    bytes.writeUInt32LE(size, bytes.indexOf('PK\u0001\u0002') + at)
    return bytes
  })

/** Invalid exports, and the error message for each. */
const mistakes: Readonly<Record<string, readonly [make: () => string, message: RegExp]>> = {
  'a missing file': [() => join(newFolder(), 'none.xml'), /none\.xml does not exist\.$/],
  'an empty file': [() => fileOf('old.xml', ''), /old\.xml is empty\. Export or copy it again\.$/],
  'an unknown format': [
    () => fileOf('old.txt', 'Dear diary'),
    /old\.txt is not an export Citable recognizes\. Supported: .*--from\.$/,
  ],
  'a folder without an export': [() => folderOf({ 'a.txt': 'x' }), /is not an export Citable recognizes/],
  'a truncated file': [
    () => fileOf('old.xml', validExport.slice(0, validExport.indexOf('</item>'))),
    /old\.xml:\d+:\d+: The file ends inside <item>, which starts on line \d+\. Export again; if the file is complete, fix it at this position\.$/,
  ],
  'mismatched tags': [
    () => fileOf('old.xml', validExport.replace('</channel>', '</chanel>')),
    /old\.xml:\d+:\d+: Unexpected close tag\. Export again/,
  ],
  'no posts': [
    () => fileOf('old.xml', wordPress([])),
    /old\.xml has no posts and no pages\. Export again, with all content\.$/,
  ],
  'truncated JSON': [
    () => fileOf('ghost.json', ghost([{ title: 'x' }]).slice(0, 200)),
    /ghost\.json is not complete JSON \(.*\)\. Export again\.$/,
  ],
  'JSON of another shape': [
    () => fileOf('ghost.json', '{"db":[{"data":{"posts":{}}}]}'),
    /ghost\.json is not a Ghost export: .*Export again/,
  ],
  'a truncated zip': [
    () => zip((bytes) => bytes.subarray(0, 120)),
    /x\.zip is damaged: its end is missing\. Download it again\.$/,
  ],
  'a corrupted zip': [
    () =>
      zip((bytes) => {
        const at = bytes.indexOf('posts.csv') + 'posts.csv'.length + 3
        bytes[at] = (bytes[at] ?? 0) ^ 1
        return bytes
      }),
    /x\.zip is damaged: posts\.csv (?:cannot be unpacked|does not match its checksum)\. Download it again\.$/,
  ],
  'a zip with an entry past its end': [
    () => withSize(0xffffffff, 20),
    /x\.zip is damaged: posts\.csv is cut off\. Download it again\.$/,
  ],
  'a zip bomb': [
    () => withSize(96 * 2 ** 20, 24),
    /x\.zip unpacks to more than 16 MB and 50 times its size\. If it is yours, unpack it and name the folder\.$/,
  ],
  'too many CSV fields': [
    () => folderOf({ 'posts.csv': 'a,b\n'.repeat(1_000_001) }),
    /posts\.csv has more than 2 million fields\. Export fewer posts at a time, and import each part in turn\.$/,
  ],
  'too many posts': [
    () => fileOf('old.xml', validExport.replace('<item>', `${'<item/>'.repeat(200_000)}<item>`)),
    /old\.xml has more than 200,000 posts and pages\. Export fewer posts at a time, and import each part in turn\.$/,
  ],
  'deeply nested XML': [
    () => fileOf('old.xml', validExport.replace('<item>', `<item>${'<a>'.repeat(20_000)}`)),
    /old\.xml:\d+:\d+: Elements are nested more than 100 deep\. Export again; if the file is complete, fix it at this position\.$/,
  ],
  'an item that is too long': [
    () => fileOf('old.xml', wordPress([{ id: 1, content: 'x'.repeat(17 * 2 ** 20) }])),
    /old\.xml:\d+:\d+: <item>, which starts on line \d+, is longer than 16 million characters\. Export again/,
  ],
  'a body that is too long': [
    () => fileOf('old.xml', wordPress([{ id: 1, title: 'One', content: 'x\n'.repeat(2 ** 22) }])),
    /posts\/one\.md: its HTML is longer than 8 million characters\. Shorten it in the export, or leave it out\.$/,
  ],
  'a body with too many elements after parsing': [
    () => {
      const open = Array.from({ length: 1000 }, (_, at) => `<b id="${at}">`).join('')
      const content = `<p>${open}</p>${'<p>x</p>'.repeat(1000)}`
      return fileOf('old.xml', wordPress([{ id: 1, title: 'One', content }]))
    },
    /posts\/one\.md: its HTML has more than 100,000 elements\. Shorten it in the export, or leave it out\.$/,
  ],
  'an unclosed quotation mark in CSV': [
    () => folderOf({ 'posts.csv': 'post_id,title\n1.a,x\n2.b,"y\n', 'posts/1.a.html': '' }),
    /posts\.csv:3: a quotation mark is unclosed/,
  ],
}

/** Cases that read megabytes before the error. */
const large = ['too many CSV fields', 'too many posts', 'an item that is too long', 'a body that is too long']
const tried = Object.entries(mistakes).filter(([name]) => isThorough || !large.includes(name))

test.each(tried)('refuses %s', async (_name, [make, message]) => {
  const dir = newFolder()
  expect(refusal(await run(['import', make(), dir])).trimEnd()).toMatch(message)
  expect(existsSync(dir), 'the folder').toBe(false)
})

test.runIf(isThorough)('the limit of a zip counts all of its entries', () => {
  const body = Buffer.alloc(8 * 2 ** 20)
  const files = openZip(zipOf('x.zip', { a: body, b: body, c: body }))
  for (const name of ['a', 'b', 'b', 'a']) files.read(name)
  expect(() => files.read('c')).toThrow(/unpacks to more than 16 MB/)
})

test('an import has a limit of CPU time', () => {
  expect(timeLimit()).not.toThrow()
  expect(timeLimit(0)).toThrow(/^The import used more than 0 minutes of CPU time\. Export fewer posts/)
})

test('XML entities are not expanded, and control characters are skipped', async () => {
  const bomb = validExport
    .replace(
      '<rss',
      '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>\n<rss',
    )
    .replace('<description>A site of the time before.', '<description>&b;&f;\u0003 end')
  const { dir } = await imported(fileOf('old.xml', bomb))
  expect(readFileSync(join(dir, 'archive.yaml'), 'utf8')).toContain('description: "&b;&f; end"\n')
})

test('--from sets the format', async () => {
  const { report } = await imported(fileOf('old.xml', validExport), { flags: ['--from', 'feed'] })
  expect(report).toMatchObject({ from: 'feed', posts: 1 })
})

/** An export with one post that shows these images. */
const withImages = (...urls: readonly string[]) =>
  fileOf('old.xml', wordPress([{ id: 1, title: 'One', content: urls.map(imageOf).join(' ') }]))
const imageOf = (url: string) => `<img src="${url}" alt="x">`
const fetching = { flags: ['--fetch', '--allow-private'] }
const failuresOf = ({ leftOut }: Report) =>
  leftOut.flatMap(({ kind, detail }) => (kind === 'failed-image' ? detail : [])).sort()
const unpublished = 'its type is not published; images, audio and video are'

test('images are downloaded only with --fetch, and only once', async () => {
  const { url, requests, close } = await recordedSite({
    '/moved.png': answer(302, { location: '/a.png?x=1' }),
    '/a.png': (response) => response.setHeader('content-type', 'text/html').end(png),
    '/a.png?x=1': (response) => response.end(png),
    '/page.png': (response) => response.setHeader('content-type', 'image/png').end('<html>'),
  })
  const names = ['a.png', 'a.png?x=1', 'moved.png', 'page.png', 'gone.png']
  const path = withImages(...names.map((name) => `${url}/${name}`))
  const without = await imported(path)
  expect({ requests, copied: without.report.copied }).toEqual({ requests: [], copied: 0 })
  expect(without.report.leftOut.map(({ kind }) => kind)).toEqual(Array(5).fill('remote-image'))

  const { dir, body, report } = await imported(path, fetching)
  expect(requests.sort()).toEqual([...names, 'a.png?x=1'].map((name) => `GET /${name}`).sort())
  expect(report).toMatchObject({ copied: 3 })
  expect(failuresOf(report)).toEqual([
    `${url}/gone.png: the host answered 404`,
    `${url}/page.png: ${unpublished}`,
  ])
  const copies = body('posts/one.md').matchAll(/\.\.\/assets\/127\.0\.0\.1\/[0-9a-f]{8}-([\w.]+)/g)
  expect(Array.from(copies, ([, name]) => name)).toEqual(['a.png', 'a.png', 'moved.png'])

  const before = bytesIn(dir)
  requests.length = 0
  await imported(path, { dir, ...fetching })
  expect(requests.sort(), 'only failed downloads are repeated').toEqual(['GET /gone.png', 'GET /page.png'])
  close()
  expect((await imported(path, { dir })).report.copied, 'without the host').toBe(3)
  expect(Object.keys(bytesIn(dir))).toEqual(Object.keys(before))
})

test('the type of a file is detected from its bytes, not its name', async () => {
  const svg = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const files: Readonly<Record<string, string | Buffer>> = {
    'drawing.html': svg,
    'script.js': svg,
    'PHOTO.PNG': png,
    'photo.jpg': png,
    photo: png,
    'page.svg': '<html><script>alert(1)</script><svg width="9" height="9"></svg></html>',
    'scan.bmp': Buffer.from(`424d${'00'.repeat(12)}28000000090000000900${'00'.repeat(30)}`, 'hex'),
    'notes.txt': 'Dear diary',
    'talk.bin': 'ID3\u0004',
    'film.mp4': Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
    'clip.htm': `\0\0\0\u0018ftypisom${'\0'.repeat(12)}`,
  }
  const saved = [
    ...['clip.htm.mp4', 'drawing.html.svg', 'film.mp4.webm', 'photo.jpg.png', 'photo.png', 'PHOTO.PNG'],
    ...['script.js.svg', 'talk.bin.mp3'],
  ]
  const pages = Object.entries(files).map(([name, bytes]) => [
    `/${name}`,
    (to: ServerResponse) => to.end(bytes),
  ])
  const { url, close } = await recordedSite(Object.fromEntries(pages))
  const path = withImages(...Object.keys(files).map((name) => `${url}/${name}`))
  const { dir, report } = await imported(path, fetching)
  const namesIn = (folder: string) =>
    Object.keys(bytesIn(folder))
      .filter((name) => name.startsWith('assets/'))
      .map((name) => name.replace(/^assets\/(?:127\.0\.0\.1\/[0-9a-f]{8}-)?/, ''))
      .sort((a, b) => a.localeCompare(b))
  expect(namesIn(dir)).toEqual(saved)
  const refused = ['notes.txt', 'page.svg', 'scan.bmp'].map((name) => `${url}/${name}: ${unpublished}`)
  expect(failuresOf(report)).toEqual(refused)
  close()
  const again = await imported(path, { dir })
  expect(again.report, 'without the host').toMatchObject({ copied: saved.length, added: 0, gone: [] })

  const folder = folderOf(Object.fromEntries(Object.entries(files).map(([name, b]) => [`files/${name}`, b])))
  const own = await imported(withImages(...Object.keys(files).map((name) => `/files/${name}`)), {
    flags: ['--images', folder],
  })
  expect(namesIn(own.dir).filter((name) => /\.(?:html?|js|txt|bin|bmp)$/.test(name))).toEqual([])
})

test('nothing is downloaded from a private IP address or host without --allow-private', async () => {
  const { url, requests } = await recordedSite({ '/a.png': (response) => response.end(png) })
  const urls = ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'].map((name) => url.replace('127.0.0.1', name))
  const { report } = await imported(withImages(...urls.map((host) => `${host}/a.png`)), {
    flags: ['--fetch'],
  })
  expect(requests, 'requests to the host').toEqual([])
  const why = expect.stringContaining(': its address is private; --allow-private downloads it')
  expect(failuresOf(report)).toEqual([why, why, why])
})

test('redirects are limited in number and to http and https', async () => {
  const { url, requests } = await recordedSite({
    '/file.png': answer(302, { location: 'file:///etc/passwd' }),
    '/loop.png': answer(302, { location: '/loop.png' }),
  })
  const { report } = await imported(withImages(`${url}/file.png`, `${url}/loop.png`), fetching)
  expect(failuresOf(report)).toEqual([
    `${url}/file.png: it redirects to file:`,
    `${url}/loop.png: it redirects more than 5 times`,
  ])
  expect(requests.filter((request) => request === 'GET /loop.png')).toHaveLength(6)
})

test('the summary counts what was left out by kind, and import-report.md lists it', async () => {
  const content = '[plugin a="b"] <script src="https://x.example/y.js"></script> text'
  const path = fileOf('old.xml', wordPress([{ id: 1, title: 'One', content }]))
  const dir = newFolder()
  const { stdout } = await run(['import', path, dir])
  expect(stdout).toBe(`wordpress: 1 post, 0 pages, 0 drafts, 0 files.
Wrote ${dir}: 3 new, 0 updated, 0 unchanged.

Changed or not imported:
      1  shortcodes
      1  scripts, SVG and other code
import-report.md in ${dir} lists them all, file by file.
Set \`terms\` in archive.yaml to license your posts; until then, readers get no rights to reuse them.

Next:
  citable check ${dir}    list problems, with file and line
  citable serve ${dir}    the archive at http://localhost:3000
`)
  expect(readFileSync(join(dir, 'import-report.md'), 'utf8')).toContain(
    '- `posts/one.md`: <script> from https://x.example/y.js\n',
  )
  expect(basename(dir)).toBe('archive')
})
