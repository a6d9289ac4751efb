import type { Addresses, Generator } from '../generator.ts'
import { languageTag, pythonBoolean, pythonText, siteUrl } from '../settings.ts'

export const nikola: Generator = {
  name: 'nikola',
  title: 'Nikola',
  markerFiles: [/^conf\.py$/, /^posts\//],
  posts: [['posts/**/*.{md,markdown,txt}']],
  pages: ['{pages,stories}/*.{md,markdown,txt}'],
  files: ['files', '.'],
  otherEndings: ['txt'],
  fields: { image: ['previewimage'] },
  statuses: { featured: 'publish', private: 'unlisted' },
  // With PRETTY_URLS and without.
  oldUrls: ['/{path}/', '/{path}.html'],
  oldFeeds: ['/rss.xml', '/index.atom'],
  contentRoot: /^/,
  syntaxes: ['shortcodes', 'definition-lists'],
  plainLink: (href) => href.replace(/^link:\/\/slug\//, '/posts/').replace(/^link:\/\/filename\//, '/'),
  settingsFiles: [/^conf\.py$/],
  readSettings({ text }) {
    const rows = postsIn(text)
    return {
      title: pythonText(text, 'BLOG_TITLE'),
      description: pythonText(text, 'BLOG_DESCRIPTION'),
      author: pythonText(text, 'BLOG_AUTHOR'),
      baseUrl: siteUrl(pythonText(text, 'SITE_URL')),
      language: languageTag(pythonText(text, 'DEFAULT_LANG')),
      future: pythonBoolean(text, 'FUTURE_IS_NOW'),
      posts: rows.length > 0 ? rows.map(({ folder, ending }) => `${folder}/**/*.${ending}`) : undefined,
      addresses: addressesOf(rows),
    }
  },
  newPost: { draft: ['status', 'draft'] },
}

/** Reads `POSTS = (("posts/*.md", "posts", "post.tmpl"), …)`. Subfolders are included; `published` is the output folder. */
function postsIn(script: string) {
  const [, list = ''] = /^POSTS\s*=\s*[([]([\s\S]*?)[)\]],?\s*[)\]]/m.exec(script.replace(/#.*$/gm, '')) ?? []
  return Array.from(
    `${list})`.matchAll(/\(\s*["']([^"'*?+!()[\]{}]+?)\/\*\.(md|markdown|txt)["']\s*,\s*["']([^"']*)["']/g),
    ([, folder = '', ending = '', published = '']) => ({ folder, ending, published }),
  )
}

/** Returns URL patterns that differ from the default, the path of the file. */
function addressesOf(rows: ReturnType<typeof postsIn>): Addresses | undefined {
  const moved = new Set(rows.flatMap(({ folder, published }) => (folder === published ? [] : [published])))
  if (moved.size === 0) return undefined
  const patterns = [...moved].flatMap((folder) => {
    const below = folder === '' ? '' : `/${folder}`
    return [`${below}/{slug}/`, `${below}/{slug}.html`]
  })
  return { patterns, lost: [] }
}
