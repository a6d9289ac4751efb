import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyFolder, folderWith, posts, run } from './run.ts'

const post = (body: string, key = 'date: 2024-01-02') => `---\ntitle: A title\n${key}\n---\n\n${body}\n`
const words = (count: number) => 'word '.repeat(count)
const zola = {
  'config.toml': 'title = "T"\nbase_url = "https://me.example"\nauthor = "Ada Lovelace"\n',
  'templates/page.html': '',
}

/** Every loss, the worst among many harmless problems. */
const site = {
  ...zola,
  'content/blog/a.md': post(
    `${words(100)}\n\n{{ release_notes(version="1.2") }}\n\n{{ icon(name="x") }} [x](none.md) [y](gone.md)`,
  ),
  'content/blog/b.md': post(`${'<blink>a</blink>\n\n'.repeat(119)}{{ icon(name="y") }} {{ icon(name="z") }}`),
  'content/blog/c.md': post(
    '![A cat](cat.png) ![A dog](dog.png) ![It](dog.png)\n\nText {{ quip(of="Five words of a quip") }}',
  ),
  'content/blog/d.md': post(words(30), 'status: wip'),
  'content/blog/e.md': post(words(1200), 'status: wip'),
  'content/blog/f.md': post('Text\n\n<!-- is not closed by any of these marks'),
  'content/blog/g.md': post('<i></i>'),
  'content/blog/h.md': post('Text', 'draft: true'),
  'releases/1.2/release-notes/one.md': `+++\n+++\n${words(4000)}`,
  'releases/1.2/release-notes/two.md': words(1000),
  'releases/1.2/changes.md': words(500),
  'releases/1.1/release-notes/one.md': words(500),
}

/** What `init` and `build` print for it. */
const losses = `content/blog/a.md:8:1 warning shortcode: {{ release_notes(version="1.2") }} is unknown and is removed. 5,000 words lost, of 2 files such as releases/1.2/release-notes/one.md; 102 words left.
      = Write it in markdown, or define it under \`components\` in archive.yaml.
2 posts are held back by \`status: wip\`, 1,230 words: content/blog/d.md (30 words), content/blog/e.md (1,200 words)
      = Correct it, or add \`statuses: { wip: publish }\` to archive.yaml; \`hold\` confirms that such posts are held back.
content/blog/f.md:8:1 warning shortcode: The comment <!-- is not closed by any of these marks is not closed, so the rest is removed. 8 words lost; 1 word left.
      = Close it.
content/blog/c.md:8:6 warning shortcode: {{ quip(of="Five words of a quip") }} is unknown and is removed. 5 words lost; 6 words left.
content/blog/a.md:10:1 warning shortcode: {{ icon(name="x") }} is unknown and is removed. 102 words left.
      content/blog/b.md:244:1: 2 times; 119 words left.
      = Write it in markdown, or define it under \`components\` in archive.yaml.
content/blog/g.md:6:1 warning empty-body: The body has no text.
      = Write it, or mark it \`draft: true\`.
content/blog/c.md:6:10 warning missing-image: cat.png is not a published page or file.
content/blog/c.md:6:28 warning missing-image: dog.png is not a published page or file.
      2 times, also at content/blog/c.md:6:43
      = Fix or remove it.
dead-link: 2 times, first at content/blog/a.md:10:26: none.md is not a published page or file.
raw-html: 119 times, first at content/blog/b.md:6:1: <blink> is not an HTML element; only its text is kept.
1 post is a draft: content/blog/h.md
`

describe('diagnostics are ranked by what readers lose', () => {
  test('init and build list lost texts with their words, then lost images, then a line for each rule', async () => {
    const dir = folderWith(site)
    const { stdout } = await run(['init', dir])
    const { stderr } = await run(['build', dir, '--out', join(emptyFolder(), 'site')])
    expect(stdout.replaceAll(`${dir}/`, '')).toContain(`: 133 warnings.\n${losses}`)
    expect(stderr.replaceAll(`${dir}/`, '')).toBe(losses)
  })

  test('check lists lost texts first', async () => {
    const dir = folderWith(site)
    await run(['init', dir])
    const { stdout } = await run(['check', dir, '--all'])
    const rules = Array.from(stdout.matchAll(/ warning ([\w-]+):/g), ([, rule]) => rule)
    const order = 'shortcode held-back empty-body missing-image dead-link raw-html'
    expect([...new Set(rules)].join(' ')).toBe(order)
  })

  test('a post without much text in each of many: the first twenty are listed', async () => {
    const many = posts(30, () => post('A {{ ad() }}'), 'content/blog')
    const { stdout } = await run(['init', folderWith({ ...zola, ...many })])
    expect(stdout.match(/: 1 word left\.\n/g)).toHaveLength(19)
    expect(stdout).toContain('\n      and 10 more posts\n')
  })

  /** Tags, and the files whose words are lost with them. */
  test.each<readonly [tag: string, files: readonly string[]]>([
    ['{{ include(path="parts/one.md") }}', ['parts/one.md']],
    ['{{ include(path="./near.html") }}', ['content/blog/near.html']],
    ['{{ include(path="/other/near.html") }}', ['other/near.html']],
    ['{{ Part() }}', ['parts/_part.md']],
    ['{{ one() }}', []],
    ['{{ show(name="one") }}', []],
    ['{{ parts(version="2.0") }}', ['2.0/parts/two.md']],
    ['{{ show(version="2.0") }}', []],
  ])('%s seems to include %j', async (tag, files) => {
    const dir = folderWith({
      ...zola,
      'content/blog/a.md': post(`Text ${tag}`),
      'content/blog/near.html': words(10),
      'other/near.html': words(10),
      'parts/_part.md': words(10),
      'parts/one.md': words(10),
      '2.0/parts/two.md': words(10),
      '2.0/three.md': words(10),
    })
    await run(['init', dir])
    const { stdout } = await run(['check', dir, '--format', 'json'])
    const found: { rule: string; data: object }[] = JSON.parse(stdout).diagnostics
    const { data } = found.find(({ rule }) => rule === 'shortcode') ?? {}
    const included = files.length > 0 && { files, lost: 10 * files.length }
    expect({ files: undefined, ...data }).toMatchObject({
      removed: tag,
      left: 1,
      files: undefined,
      ...included,
    })
  })
})
