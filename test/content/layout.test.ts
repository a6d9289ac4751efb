import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { archiveKeys } from '../../src/content/archive-keys.ts'
import { layoutOf } from '../../src/content/layout.ts'
import { generators } from '../../src/generators/registry.ts'
import { sites } from '../generators/sites.ts'

const pathsOf = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path)

test('Eleventy: a Jekyll-style folder, without its index page', () => {
  const files = ['.eleventy.js', '_posts/2020-01-02-a.md', 'blog/index.md']
  expect(pathsOf(layoutOf(files, {}).posts)).toEqual(['_posts/2020-01-02-a.md'])
})

test('without posts in the usual folders, every markdown file is a post', () => {
  const files = ['next.config.js', 'public/one/index.md', 'public/two/index.md', 'README.md']
  expect(pathsOf(layoutOf(files, {}).posts)).toEqual(['public/one/index.md', 'public/two/index.md'])
})

test('files such as README are no posts by their whole name; a name that begins alike is one', () => {
  const own = [
    ...['README.md', 'docs/Readme.md', 'README.zh-cn.md', 'readme.pt_BR.md', 'README-de.md', 'SECURITY.md'],
    ...['LICENSE-MIT.md', 'AGENTS.md', 'CHANGELOG.fr.md'],
  ]
  const posts = [
    ...['agents-at-work.md', 'posts/security.md', 'Security-advisory.md', 'claude-and-me.md'],
    ...['readme-driven-development.md', 'README-files-i-like.md', 'CHANGELOG-2024.md', 'SUPPORT_in_depth.md'],
  ]
  expect(pathsOf(layoutOf([...own, ...posts], { posts: ['**/*.md'] }).posts)).toEqual(posts)
})

test('markdown templates are no posts', () => {
  const files = ['eleventy.config.js', 'site/_includes/layouts/post.md', 'site/one.md', '_layouts/b.md']
  expect(pathsOf(layoutOf(files, {}).posts)).toEqual(['site/one.md'])
})

describe('globs in archive.yaml', () => {
  const files = ['content/a.md', 'content/b/c.mdx', 'content/drafts/d.md', 'notes/e.markdown', 'notes/f.txt']
  const posts = (...globs: string[]) => pathsOf(layoutOf(files, { posts: globs }).posts)

  test('several roots and exclusions', () => {
    expect(posts('content/**', 'notes/*', '!content/drafts/**')).toEqual([
      'content/a.md',
      'content/b/c.mdx',
      'notes/e.markdown',
    ])
  })

  test('a file listed by name is not excluded', () => {
    expect(posts('content/**', '!content/drafts/**', 'content/drafts/d.md')).toContain('content/drafts/d.md')
  })

  test('a folder includes everything in it', () => {
    expect(posts('content/b')).toEqual(['content/b/c.mdx'])
    expect(posts('./notes/')).toEqual(['notes/e.markdown'])
  })

  test('a file that matches both is a post', () => {
    const { posts: found, pages } = layoutOf(files, { posts: ['content/*.md'], pages: ['content/**'] })
    expect(pathsOf(found)).toEqual(['content/a.md'])
    expect(pathsOf(pages)).toEqual(['content/b/c.mdx', 'content/drafts/d.md'])
  })
})

describe('docs/PUBLISHING.md', () => {
  const guide = readFileSync(new URL('../../docs/PUBLISHING.md', import.meta.url), 'utf8')
  const folders = guide.slice(0, guide.indexOf('## From another service'))
  // Generators with a settings file.
  const sections = folders.split(/^## /m).filter((section) => section.includes('```yaml\n'))

  for (const section of sections) {
    const title = section.slice(0, section.indexOf('\n'))
    const name = title === 'A plain folder' ? 'none' : title.toLowerCase()
    const written: unknown = parse(/```yaml\n([\s\S]*?)```/.exec(section)?.[1] ?? '')

    test(`${title}: the settings in it are settings, and find the posts of such a site`, () => {
      const { data, error } = archiveKeys.safeParse(written)
      expect(error).toBeUndefined()
      expect(data?.generator ?? 'none').toBe(name)
      const { paths = [] } = sites.find((site) => site.name === name) ?? {}
      const inPlace = paths.map((path) =>
        name === 'next' ? path.replace('blog/posts', 'content/blog') : path,
      )
      expect(layoutOf(inPlace, data ?? {}).posts.length, 'posts found').toBeGreaterThan(0)
    })
  }

  test('has a section for every generator, except the variant of Next', () => {
    expect(sections).toHaveLength(generators.length - 1)
  })
})
