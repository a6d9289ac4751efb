import type { Generator } from '../generator.ts'
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
      const rows = postsRows(file.text)
      // Subfolders keep their paths; a default address has the folder of the post.
      const moved = new Set(rows.flatMap(([, folder, , output = '']) => (folder === output ? [] : output)))
      const patterns = [...moved].flatMap((folder) =>
        ['/{slug}/', '/{slug}.html'].map((end) => (folder === '' ? end : `/${folder}${end}`)),
      )
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
        posts: rows.length > 0 ? rows.map(([, folder, ending]) => `${folder}/**/*.${ending}`) : undefined,
        addresses: moved.size > 0 ? { patterns, lost: [] } : undefined,
      }
    },
  },
}

/** `POSTS = (("posts/*.md", "posts", "post.tmpl"), …)`: matches with folder, extension and output folder. */
function postsRows(script: string) {
  const [, list = ''] = /^POSTS\s*=\s*[([]([\s\S]*?)[)\]],?\s*[)\]]/m.exec(script.replace(/#.*$/gm, '')) ?? []
  return [...list.matchAll(/\(\s*["']([^"']+?)\/\*\.(md|markdown|txt)["']\s*,\s*["']([^"']*)["']/g)]
}
