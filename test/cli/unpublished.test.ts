import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { archiveWith, emptyFolder, folderWith, post, run } from './run.ts'

const dated = '---\ntitle: A title\ndate: 2020-01-02\n---\n\nText.\n'
const withStatus = (status: string) => dated.replace('date:', `status: ${status}\ndate:`)
const draft = dated.replace('date:', 'draft: true\ndate:')
const jekyll = { '_config.yml': 'title: T\n', '_posts/2020-01-02-one.md': dated }
const hugo = { 'hugo.toml': '', 'content/en/posts/one.md': dated }

/** Runs init in a folder with these files, and shortens the paths in its output. */
async function init(files: Readonly<Record<string, string>>): Promise<string> {
  const dir = folderWith(files)
  return (await run(['init', dir])).stdout.replaceAll(`${dir}/`, '')
}

describe('unpublished posts are counted, with the reason', () => {
  test.each([
    [
      { ...jekyll, '_posts/2020-01-03-two.adoc': '= Two\n' },
      '1 post is in an unsupported format, 1 word: _posts/2020-01-03-two.adoc',
    ],
    [
      { ...jekyll, '_posts/2020-01-03-two.txt': dated },
      '1 post is in an unsupported format, 1 word: _posts/2020-01-03-two.txt',
    ],
    [
      { ...jekyll, '_releases/2020-01-03-two.md': dated, '_releases/three.md': dated },
      '2 posts are matched by no glob of `posts`, 2 words: _releases/2020-01-03-two.md (1 word), _releases/three.md (1 word)',
    ],
    [
      { ...hugo, 'content/de/posts/one.md': dated },
      '1 post is in another language, 1 word: content/de/posts/one.md',
    ],
  ])('%j: init does not say that everything is ready', async (files, line) => {
    const stdout = await init(files)
    expect(stdout).toMatch(/^1 post from an? \w+ site, and \d that (?:is|are) not published: /m)
    expect(stdout).toContain(`${line}\n`)
  })

  test('posts excluded by a setting are counted, but do not affect readiness', async () => {
    const stdout = await init({ ...jekyll, '_drafts/two.md': draft, '_posts/2020-01-03-three.md': draft })
    expect(stdout).toContain('1 post from a Jekyll site, ready to serve: no problems found.\n')
    expect(stdout).toContain('2 posts are drafts: _drafts/two.md, _posts/2020-01-03-three.md\n')
  })

  test('Hugo: future, expired and headless posts, and parts of other pages', async () => {
    const stdout = await init({
      ...hugo,
      'content/en/posts/later.md': dated.replace('date:', 'publishDate: 2999-01-02\ndate:'),
      'content/en/posts/over.md': dated.replace('date:', 'expiryDate: 2021-01-02\ndate:'),
      'content/en/posts/headless.md': dated.replace('date:', 'headless: true\ndate:'),
      'content/en/posts/2020-01-03-two/index.md': dated,
      'content/en/posts/2020-01-03-two/part.md': dated,
    })
    expect(stdout).toContain('2 posts from a Hugo site, ready to serve')
    expect(stdout).toContain('1 post is a draft: content/en/posts/headless.md\n')
    expect(stdout).toContain('1 post has expired: 2021-01-02 content/en/posts/over.md\n')
    expect(stdout).toContain('1 post is scheduled: 2999-01-02 content/en/posts/later.md\n')
  })

  test('words that nobody explained: one line for each, with its count, and a setting that answers it', async () => {
    const statuses = 'Evergreen evergreen evergreen seedling wip wip published EVERGREEN evergreen'.split(' ')
    const garden = statuses.map((status, nth) => [`posts/note-${nth}.md`, withStatus(status)])
    const archive = folderWith(Object.fromEntries(garden))
    const stdout = (await run(['init', archive])).stdout.replaceAll(`${archive}/`, '')
    expect(stdout).toContain('6 posts, and 3 that are not published: ')
    expect(stdout).toContain('1 post is held back by `status: seedling`, 1 word: posts/note-3.md\n')
    expect(stdout).toContain(
      '2 posts are held back by `status: wip`, 2 words: posts/note-4.md (1 word), posts/note-5.md (1 word)\n',
    )
    expect(stdout).toContain('uncomment lines of `statuses` in archive.yaml')
    const settings = readFileSync(join(archive, 'archive.yaml'), 'utf8')
    expect(settings).toMatch(
      /^# Most posts .*\nstatuses:\n {2}evergreen: publish # 5 posts\n# {3}wip: publish # 2 posts\n# {3}seedling: publish # 1 post$/m,
    )
    const check = await run(['check', archive])
    expect(check.stdout.match(/warning held-back/g)).toHaveLength(2)
    expect(check.stdout).toContain('      2 times, also at ')
    writeFileSync(join(archive, 'archive.yaml'), settings.replaceAll('#   ', '  '))
    expect((await run(['check', archive])).stdout).not.toContain('held-back')
  })

  test.each([
    ...['wip', 'Under review', 'to-do', 'embargoed', 'unpublished', 'archived', 'Brouillon', 'In Arbeit'],
    ...['coming soon', 'offline', 'stagnant'],
  ])('init leaves a word of most posts to the publisher if it speaks of holding back: %s', async (status) => {
    const held = withStatus(status)
    const archive = folderWith({ 'posts/a.md': held, 'posts/b.md': held, 'posts/c.md': dated })
    expect((await run(['init', archive])).stdout).toContain('1 post, and 2 that are not published: ')
    const settings = readFileSync(join(archive, 'archive.yaml'), 'utf8')
    expect(settings).toContain(`\n# statuses:\n#   ${status.toLowerCase()}: publish # 2 posts\n`)
  })

  test('drafts: undated ones only in a folder of drafts, none in another language', async () => {
    const undated = draft.replace('date: 2020-01-02\n', '')
    const stdout = await init({
      ...hugo,
      '_drafts/idea.md': undated,
      'content/de/posts/one.md': draft,
      'content/en/talks/two.md': draft,
      'content/en/parts/note.md': undated,
    })
    expect(stdout).toContain('2 posts are drafts: _drafts/idea.md, content/en/talks/two.md\n')
    expect(stdout).toContain('1 post is in another language, 1 word: content/de/posts/one.md\n')
  })

  test('a negated glob is a setting', async () => {
    const settings = 'generator: jekyll\nposts: ["**/*.md", "!_releases/**"]\n'
    const dir = archiveWith({ ...jekyll, 'archive.yaml': settings, '_releases/two.md': dated })
    const { stdout } = await run(['check', dir])
    expect(stdout).toBe(
      `1 post is excluded by \`posts\`: ${dir}/_releases/two.md\n${dir}: no problems found, 1 post not published.\n`,
    )
  })

  const pelican = "ARTICLE_EXCLUDES = ['2020-01-03_old']\nIGNORE_FILES = [\n  '*out-a.md', '.#*']\n"
  const eleventy = 'export default (config) => config.ignores.add("./posts/*_old/**")\n'
  const jekyllExcludes = 'exclude: [vendor, _posts/2020-01-03-out-a.md, _posts/2020-01-03_old/, "."]\n'
  const hexo = 'exclude: _posts/*out-a.md\nignore: ["**/*_old/*"]\n'
  const zola = 'ignored_content = ["*out-a.md", "*_old/*"]\n'
  test.each<[site: Readonly<Record<string, string>>, posts: string]>([
    [{ 'hugo.toml': `ignoreFiles = ['_old', 'out-.*\\.md$', '(a+)+$', '[']` }, 'content/posts'],
    [
      { 'config/_default/hugo.yaml': 'ignoreFiles: ["out[-_]", "_old"]\n', 'content/a.txt': '' },
      'content/posts',
    ],
    [{ '_config.yml': jekyllExcludes }, '_posts'],
    [{ '_config.yml': hexo, 'package.json': '{}' }, 'source/_posts'],
    [{ 'config.toml': zola, 'templates/a.html': '' }, 'content/blog'],
    [
      { 'eleventy.config.js': eleventy, '.eleventyignore': '# comment\nposts/*out-a.md\n!README.md\n' },
      'posts',
    ],
    [{ 'pelicanconf.py': pelican }, 'content'],
  ])('files that the site itself ignores by name: %j', async (site, posts) => {
    const archive = folderWith({
      ...site,
      [`${posts}/2020-01-02-one.md`]: dated,
      [`${posts}/2020-01-03-out-a.md`]: dated,
      [`${posts}/2020-01-03_old/2020-01-03-b.md`]: dated,
    })
    const { stdout } = await run(['init', archive])
    expect(stdout).toMatch(/^1 post from an? \w+ site, ready to serve: /m)
    const paths = ['-out-a.md', '_old/2020-01-03-b.md'].map((end) => `${archive}/${posts}/2020-01-03${end}`)
    expect(stdout).toContain(`2 posts are excluded by \`posts\`: ${paths.join(', ')}\n`)
    expect((await run(['check', archive])).stdout).toContain('2 posts are excluded by `posts`: ')
  })

  test('files that only resemble posts are counted apart from posts, by reason and folder', async () => {
    const stdout = await init({
      ...jekyll,
      'about.md': dated,
      'README.md': dated,
      'robots.txt': 'User-agent: *\n',
      '_posts/data.txt': '1, 2, 3\n',
      'docs/guide.rst': 'Guide\n=====\n',
      'notes/undated.md': '---\ntitle: A note\n---\n\nText.\n',
      'themes/t/exampleSite/content/posts/a.md': dated,
      'archetypes/default.md': '---\ndate: {{ .Date }}\n---\n',
      'node_modules/a/README.md': dated,
      'node_modules/a/b/page.html': '<p>Text.</p>',
      'demo.html': '<p>Linked.</p>',
      'other.html': '<p>Text.</p>',
      ...Object.fromEntries(
        ['mdown', 'mkd', 'mkdn', 'mdwn', 'Rmd', 'xhtml'].map((ending) => [`docs/a.${ending}`, 'Text.']),
      ),
      '_posts/2020-01-02-one.md': `${dated}[Demo](/demo.html)\n`,
    })
    expect(stdout).toContain('1 post from a Jekyll site, ready to serve: no problems found.\n')
    expect(stdout).not.toContain('not published')
    expect(stdout.split('\n').filter((line) => / other files? /.test(line))).toEqual([
      '1 other file (READMEs, licenses and the like): the top folder 1.',
      '4 other files (code of the site, its output or its tests): node_modules/ 2, archetypes/ 1, themes/ 1.',
      '6 other files (markdown whose names do not end in .md): docs/ 6.',
      '1 other file (matched by no glob of `posts` or `pages`): notes/ 1.',
      '1 other file (HTML that no post links to): the top folder 1.',
    ])
  })

  test('a link publishes no note that is neither a post nor a page, but a download', async () => {
    const dir = archiveWith({
      'posts/one.md': `${dated}[[Diary]] [a](../Diary.md) [b](../notes/b.md) [c](../assets/c.md)\n`,
      'Diary.md': 'Private. <!-- More so. -->\n',
      'notes/b.md': 'Private.\n',
      'assets/c.md': 'A form.\n',
    })
    const { stdout } = await run(['check', dir])
    expect(stdout).toContain(
      '2 other files (matched by no glob of `posts` or `pages`): the top folder 1, notes/ 1.',
    )
    expect(stdout).toContain('notes/b.md is no post or page: add it to `posts` or `pages` in archive.yaml.')
    for (const [path, status] of Object.entries({
      '/Diary.md': 404,
      '/notes/b.md': 404,
      '/assets/c.md': 200,
    }))
      expect((await run(['get', path, '-i', '--dir', dir])).stdout, path).toMatch(`HTTP/1.1 ${status}`)
  })

  test('also where init starts a new archive beside them', async () => {
    const stdout = await init({ 'README.md': '# Mine\n', 'essay.html': '<p>Text.</p>' })
    expect(stdout).toContain('Wrote ')
    expect(stdout).toContain('1 other file (READMEs, licenses and the like): the top folder 1.\n')
    expect(stdout).toContain('1 other file (HTML that no post links to): the top folder 1.\n')
  })

  test('every markdown or HTML file is published, linked, or counted with its reason', async () => {
    const files = {
      ...hugo,
      'README.md': dated,
      'content/en/posts/README.md': dated,
      'content/en/posts/readme-driven.md': dated,
      'content/en/posts/plain.html': '<p>Text.</p>',
      'content/en/posts/_index.md': dated,
      'content/en/posts/two/index.md': dated,
      'content/en/posts/two/part.md': dated,
      'content/en/posts/empty.md': '---\ntitle: A\ndate: 2020-01-02\n---\n',
      'content/en/docs/page.md': '---\ntitle: A\n---\n\nText.\n',
      'layouts/index.html': '{{ . }}',
      'public/index.html': '<p>Text.</p>',
      'brand/foot.html': '<p>On every page.</p>',
    }
    const settings =
      'posts: ["content/**/*.{md,html}", "!content/en/docs/**"]\nlook: { foot: brand/foot.html }\n'
    const dir = archiveWith({ ...files, 'archive.yaml': settings })
    const { stdout } = await run(['check', dir, '--format', 'json'])
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { rule: string; message: string }[] }
    const counted = diagnostics.map(({ rule, message }) =>
      Number(rule === 'other-files' ? message.split(' ')[0] : 1),
    )
    const posts = await run(['get', '/api/v1/posts.json', '--dir', dir, '--quiet'])
    const sum = counted.reduce((a, b) => a + b) + (JSON.parse(posts.stdout) as { count: number }).count
    const texts = Object.keys(files).filter(
      (path) => /\.(?:md|html)$/.test(path) && path !== 'brand/foot.html',
    )
    expect(sum, JSON.stringify(diagnostics)).toBe(texts.length)
    expect(diagnostics.map(({ rule }) => rule).sort()).toEqual([
      ...['ignored-name', 'no-text', 'other-files', 'other-files', 'other-files', 'other-files'],
      ...['other-files', 'other-files', 'other-format'],
    ])
  })

  test('names that a generator ignores, and a lone README', async () => {
    const jekyllNames = { ...jekyll, '_posts/_sample.markdown': '---\na: [\n---\n', '_posts/idea.md': dated }
    expect(await init(jekyllNames)).toContain(
      '2 posts are ignored by their names: _posts/_sample.markdown, _posts/idea.md\n',
    )
    const { stderr } = await run(['init', folderWith({ 'README.md': dated, 'docs/a.txt': 'Text' })])
    expect(stderr).toContain('1 other file (READMEs, licenses and the like): the top folder 1.')
  })

  test.each(['static', 'cloudflare'])('the last line of build has the count (%s)', async (target) => {
    const dir = folderWith({
      'posts/week-01.md': post(),
      'posts/week-02.md': post().replace('2026-01-05', '2999-01-02'),
      'posts/week-03.md': post().replace('series:', 'draft: true\nseries:'),
      'posts/week-04.rst': 'Four\n====\n',
    })
    const out = join(emptyFolder(), 'site')
    const site = ['--base-url', 'https://example.org', '--target', target]
    const { stdout } = await run(['build', dir, '--out', out, ...site])
    expect(stdout.split('\n').at(-2)).toBe(
      '3 posts are not published: 1 is scheduled, 1 is a draft, 1 is in an unsupported format. `citable check` lists them.',
    )
  })

  test('JSON lists every one', async () => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`_talks/${at}.md`, dated]))
    const { stdout } = await run(['check', archiveWith({ ...jekyll, ...files }), '--format', 'json'])
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { rule: string }[] }
    expect(diagnostics.map(({ rule }) => rule)).toEqual(Array(9).fill('unmatched-post'))
  })

  test('a site without markdown posts gets a message about what it has instead', async () => {
    const { stderr } = await run(['init', folderWith({ 'conf.py': '', 'posts/one.rst': 'One\n===\n' })])
    expect(stderr).toContain('1 post is not published: 1 is in an unsupported format.')
  })
})
