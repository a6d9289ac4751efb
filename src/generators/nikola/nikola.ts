import type { Addresses, Generator } from '../generator.ts'
import { readSettings } from '../settings.ts'

export const nikola: Generator = {
  name: 'nikola',
  title: 'Nikola',
  detect: [/^conf\.py$/, /^posts\//],
  layout: {
    posts: [['posts/**/*.{md,markdown,txt}']],
    pages: ['{pages,stories}/*.{md,markdown,txt}'],
    files: ['files', '.'],
    endings: ['txt'],
    newPost: { draft: ['status', 'draft'] },
  },
  fields: {
    names: { image: ['previewimage'] },
    statuses: { featured: 'publish', private: 'unlisted' },
  },
  addresses: {
    // With PRETTY_URLS and without.
    posts: ['/{path}/', '/{path}.html'],
    feeds: ['/rss.xml', '/index.atom'],
    root: /^/,
    link: (href) => href.replace(/^link:\/\/slug\//, '/posts/').replace(/^link:\/\/filename\//, '/'),
  },
  syntaxes: ['shortcodes', 'definition-lists'],
  settings: {
    files: [/^conf\.py$/],
    read(file) {
      const rows = postsIn(file.text)
      const keys = {
        title: ['BLOG_TITLE'],
        description: ['BLOG_DESCRIPTION'],
        author: ['BLOG_AUTHOR'],
        url: ['SITE_URL'],
        language: ['DEFAULT_LANG'],
        future: ['FUTURE_IS_NOW'],
      }
      return {
        ...readSettings(file, keys),
        posts: rows.length > 0 ? rows.map(({ folder, ending }) => `${folder}/**/*.${ending}`) : undefined,
        addresses: addressesOf(rows),
      }
    },
  },
}

interface PostsRow {
  readonly folder: string
  readonly ending: string
  /** The output folder. */
  readonly output: string
}

/** Reads `POSTS = (("posts/*.md", "posts", "post.tmpl"), …)`. Subfolders are included. */
function postsIn(script: string): PostsRow[] {
  const [, list = ''] = /^POSTS\s*=\s*[([]([\s\S]*?)[)\]],?\s*[)\]]/m.exec(script.replace(/#.*$/gm, '')) ?? []
  return Array.from(
    `${list})`.matchAll(/\(\s*["']([^"']+?)\/\*\.(md|markdown|txt)["']\s*,\s*["']([^"']*)["']/g),
    ([, folder = '', ending = '', output = '']) => ({ folder, ending, output }),
  )
}

/** Returns URL patterns that differ from the default, the path of the file. */
function addressesOf(rows: readonly PostsRow[]): Addresses | undefined {
  const moved = new Set(rows.flatMap(({ folder, output }) => (folder === output ? [] : [output])))
  if (moved.size === 0) return undefined
  const patterns = [...moved].flatMap((folder) => {
    const below = folder === '' ? '' : `/${folder}`
    return [`${below}/{slug}/`, `${below}/{slug}.html`]
  })
  return { patterns, lost: [] }
}
