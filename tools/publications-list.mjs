// The publications, and what each site itself says of its addresses: not by Citable's patterns, so that a wrong one is found.

/** @typedef {import('./publications-reference.mjs').Matter} Matter */
/**
 * @typedef {object} Publication
 * @property {string} name of the checkout's folder and of the settings
 * @property {string} repository
 * @property {(path: string) => boolean} isPost
 * @property {(path: string, matter: Matter) => string[]} addresses
 */

/** @type {readonly Publication[]} */
export const publications = [
  {
    name: 'blog.rust-lang.org',
    repository: 'rust-lang/blog.rust-lang.org',
    isPost: (path) => /^content\/.*\.md$/.test(path) && !path.endsWith('_index.md'),
    addresses: (path, matter) =>
      [matter['path'] ?? path.replace(/^content\/(.*)\.md$/, '$1/'), ...[matter['aliases'] ?? []].flat()].map(
        (one) => `/${one}`,
      ),
  },
  {
    name: 'til',
    repository: 'simonw/til',
    isPost: (path) => /^[^/]+\/[^/]+\.md$/.test(path) && !/\/readme\.md$/i.test(path),
    addresses: (path) => [`/${path.replace(/\.md$/, '')}`],
  },
  {
    name: 'jekyll',
    repository: 'jekyll/jekyll',
    isPost: (path) => path.startsWith('docs/_posts/'),
    // The day of the front matter in the site's time zone (`timezone` of its _config.yml), else that of the file's name.
    addresses: (path, matter) => {
      const [, named = '', title = ''] = /(\d+-\d+-\d+)-(.*)\.\w+$/.exec(path) ?? []
      const day = matter['date'] ? dayIn('America/Los_Angeles', String(matter['date'])) : named
      return [`/news/${day.replaceAll('-', '/')}/${title}/`]
    },
  },
  {
    name: 'nodejs.org',
    repository: 'nodejs/nodejs.org',
    isPost: (path) => /^apps\/site\/pages\/en\/blog\/[^/]+\/.*\.mdx?$/.test(path),
    addresses: (path) => [path.replace(/^apps\/site\/pages(.*?)(?:\/index)?\.mdx?$/, '$1')],
  },
  {
    name: 'eleventy-base-blog',
    repository: '11ty/eleventy-base-blog',
    isPost: (path) => /^content\/blog\/.*\.md$/.test(path),
    addresses: (path) => [
      path.replace(/^content(.*?)(\/\w+)?(?:\/\2)?\.md$/, '$1$2/').replace(/\/([^/]+)\/\1\/$/, '/$1/'),
    ],
  },
  {
    name: 'docs',
    repository: 'prometheus/docs',
    isPost: (path) => /^blog\/posts\/.*\.md$/.test(path),
    addresses: (path) => [path.replace(/^blog\/posts\/(\d+)-(\d+)-(\d+)-(.*)\.md$/, '/blog/$1/$2/$3/$4/')],
  },
]

/** @param {string} timeZone @param {string} written */
function dayIn(timeZone, written) {
  const [, day = '', time = '12:00', offset = 'Z'] =
    /^(\S+)(?:\s+([\d:]+))?(?:\s*([-+]\d+:?\d+))?/.exec(written) ?? []
  if (!/\s/.test(written)) return day
  const moment = new Date(`${day}T${time.padStart(5, '0')}${offset.replace(/^(.\d\d)(\d\d)$/, '$1:$2')}`)
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment)
}
