import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { archiveKeys } from '../../src/content/archive-keys.ts'
import { type GeneratorName, generatorOf } from '../../src/content/generators.ts'
import { layoutOf } from '../../src/content/layout.ts'

/** A site of each generator, as its own documentation lays it out: its files, and which of them are posts. */
const sites: Readonly<
  Record<GeneratorName, { readonly files: readonly string[]; readonly posts: readonly string[] }>
> = {
  hexo: {
    files: ['_config.yml', 'source/_posts/a.md', 'source/about/index.md', 'themes/x/README.md'],
    posts: ['source/_posts/a.md'],
  },
  pelican: {
    files: ['pelicanconf.py', 'content/a.md', 'content/python/b.md', 'content/pages/about.md'],
    posts: ['content/a.md', 'content/python/b.md'],
  },
  jekyll: {
    files: ['_config.yml', '_posts/2020-01-02-a.md', 'en/_posts/b.markdown', 'about.md', 'Gemfile'],
    posts: ['_posts/2020-01-02-a.md', 'en/_posts/b.markdown'],
  },
  docusaurus: {
    files: ['docusaurus.config.js', 'blog/2020-01-02-a.mdx', 'blog/b/index.md', 'docs/c.md', 'package.json'],
    posts: ['blog/2020-01-02-a.mdx', 'blog/b/index.md'],
  },
  astro: {
    files: ['astro.config.mjs', 'src/content/blog/a.mdx', 'src/content/docs/b.md', 'public/x.png'],
    posts: ['src/content/blog/a.mdx'],
  },
  eleventy: {
    files: ['eleventy.config.js', 'content/blog/a/a.md', 'content/about.md', 'README.md'],
    posts: ['content/blog/a/a.md'],
  },
  gatsby: {
    files: ['gatsby-config.js', 'content/blog/a/index.md', 'src/pages/b.js'],
    posts: ['content/blog/a/index.md'],
  },
  zola: {
    files: ['config.toml', 'templates/index.html', 'content/_index.md', 'content/a.md', 'content/b/index.md'],
    posts: ['content/a.md', 'content/b/index.md'],
  },
  hugo: {
    files: [
      'hugo.toml',
      'content/posts/_index.md',
      'content/posts/a.md',
      'content/about.md',
      'themes/t/x.md',
    ],
    posts: ['content/posts/a.md'],
  },
  next: {
    files: ['next.config.ts', 'blog/posts/a.md', 'src/app/page.tsx', 'public/x.png'],
    posts: ['blog/posts/a.md'],
  },
  vuepress: {
    files: ['.vuepress/config.js', '.vuepress/public/a.png', 'blog/a.md', 'guide/b.md'],
    posts: ['blog/a.md'],
  },
  middleman: {
    files: ['config.rb', 'source/blog/2020-01-02-a.html.markdown', 'source/about.html.md'],
    posts: ['source/blog/2020-01-02-a.html.markdown'],
  },
  quarto: {
    files: [
      '_quarto.yml',
      'posts/a/index.qmd',
      'posts/b.md',
      'posts/index.qmd',
      'posts/_part.qmd',
      'index.qmd',
    ],
    posts: ['posts/a/index.qmd', 'posts/b.md'],
  },
  none: {
    files: ['go/a.md', 'sqlite/b.md', 'README.md', 'LICENSE.md', 'node_modules/x/readme.md'],
    posts: ['go/a.md', 'sqlite/b.md'],
  },
}

const pathsOf = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path)

describe('a site of', () => {
  for (const [name, { files, posts }] of Object.entries(sites)) {
    test(`${name} is told by its files, and its posts are found`, () => {
      expect(generatorOf(files), 'the generator').toBe(name)
      expect(pathsOf(layoutOf(files, {}).posts), 'the posts').toEqual(posts)
    })
  }
})

test('Eleventy: a folder as Jekyll has it, and not the page that lists what is in it', () => {
  const files = ['.eleventy.js', '_posts/2020-01-02-a.md', 'blog/index.md']
  expect(pathsOf(layoutOf(files, {}).posts)).toEqual(['_posts/2020-01-02-a.md'])
})

test('where the usual folders have no post, every markdown file of the folder is one', () => {
  const files = ['next.config.js', 'public/one/index.md', 'public/two/index.md', 'README.md']
  expect(pathsOf(layoutOf(files, {}).posts)).toEqual(['public/one/index.md', 'public/two/index.md'])
})

test('what a repository says about itself is no post; a post may be about security', () => {
  const own = ['README.md', 'docs/Readme.md', 'README.zh-cn.md', 'SECURITY.md', 'LICENSE-MIT.md', 'AGENTS.md']
  const posts = ['agents-at-work.md', 'posts/security.md', 'Security-advisory.md', 'claude-and-me.md']
  expect(pathsOf(layoutOf([...own, ...posts], { posts: ['**/*.md'] }).posts)).toEqual(posts)
})

test('templates in markdown are no posts', () => {
  const files = ['eleventy.config.js', 'site/_includes/layouts/post.md', 'site/one.md', '_layouts/b.md']
  expect(pathsOf(layoutOf(files, {}).posts)).toEqual(['site/one.md'])
})

describe('globs of archive.yaml', () => {
  const files = ['content/a.md', 'content/b/c.mdx', 'content/drafts/d.md', 'notes/e.markdown', 'notes/f.txt']
  const posts = (...globs: string[]) => pathsOf(layoutOf(files, { posts: globs }).posts)

  test('several roots, and what is taken away', () => {
    expect(posts('content/**', 'notes/*', '!content/drafts/**')).toEqual([
      'content/a.md',
      'content/b/c.mdx',
      'notes/e.markdown',
    ])
  })

  test('a file that is named itself is not taken away', () => {
    expect(posts('content/**', '!content/drafts/**', 'content/drafts/d.md')).toContain('content/drafts/d.md')
  })

  test('a folder stands for all that is in it', () => {
    expect(posts('content/b')).toEqual(['content/b/c.mdx'])
    expect(posts('./notes/')).toEqual(['notes/e.markdown'])
  })

  test('what matches both is a post, not a page', () => {
    const { posts: found, pages } = layoutOf(files, { posts: ['content/*.md'], pages: ['content/**'] })
    expect(pathsOf(found)).toEqual(['content/a.md'])
    expect(pathsOf(pages)).toEqual(['content/b/c.mdx', 'content/drafts/d.md'])
  })
})

describe('docs/PUBLISHING.md', () => {
  const guide = readFileSync(new URL('../../docs/PUBLISHING.md', import.meta.url), 'utf8')
  const folders = guide.slice(0, guide.indexOf('## From another service'))
  const sections = folders.split(/^## /m).slice(1)

  for (const section of sections) {
    const title = section.slice(0, section.indexOf('\n'))
    const name = title === 'A plain folder' ? 'none' : (title.toLowerCase() as GeneratorName)
    const written: unknown = parse(/```yaml\n([\s\S]*?)```/.exec(section)?.[1] ?? '')

    test(`${title}: the settings in it are settings, and find the posts of such a site`, () => {
      const { data, error } = archiveKeys.safeParse(written)
      expect(error).toBeUndefined()
      expect(data?.generator ?? 'none').toBe(name)
      const { files } = sites[name]
      const inPlace = files.map((path) =>
        name === 'next' ? path.replace('blog/posts', 'content/blog') : path,
      )
      expect(layoutOf(inPlace, data ?? {}).posts.length, 'posts found').toBeGreaterThan(0)
    })
  }

  test('has a section for every generator but the one that is nearly Next', () => {
    expect(sections).toHaveLength(Object.keys(sites).filter((name) => name !== 'gatsby').length)
  })
})

test('the settings that publish real repositories are at most fifteen lines each', () => {
  const folder = new URL('../../bench/publications/', import.meta.url)
  const files = readdirSync(folder)
  for (const file of files) {
    const text = readFileSync(new URL(file, folder), 'utf8')
    expect(archiveKeys.safeParse(parse(text)).error, file).toBeUndefined()
    expect(text.trimEnd().split('\n').length, `${file}: lines`).toBeLessThanOrEqual(15)
  }
  expect(files).toHaveLength(6)
})
