// The publications: which files are posts, and what each site itself says of them, written down apart from Citable so that a mistake is found.
import {
  byline,
  dayOf,
  first,
  hugo,
  jekyll,
  list,
  named,
  nameOf,
  script,
  zola,
} from './publications-generators.mjs'

/** @typedef {import('./publications-reference.mjs').Matter} Matter */
/** @typedef {{ data: (path: string) => any }} Site files of settings and of data, by their paths */
/**
 * @typedef {object} Publication
 * @property {string} repository
 * @property {string} commit
 * @property {(path: string) => boolean} isPost
 * @property {(path: string, matter: Matter, site: Site) => string[]} authors none where the site names nobody
 * @property {(path: string, matter: Matter) => string | undefined} day
 * @property {(path: string, matter: Matter) => string[]} addresses
 * @property {(path: string, matter: Matter) => string | undefined} cover
 * @property {(path: string, matter: Matter) => boolean} isHeldBack
 * @property {Record<string, string>} [why] by the name of a column, why it is not all
 */

/** @type {readonly Publication[]} */
export const publications = [
  {
    repository: 'rust-lang/blog.rust-lang.org',
    commit: '0243724c2e50ad2b7ebd3d9dbc7cd88aed7605a3',
    ...zola((path) => /^content\/(?!releases\/).*\.md$/.test(path) && !path.endsWith('_index.md')),
    // Not what or whom they speak for.
    authors: (_path, { authors }) =>
      byline(authors.join(', ').replace(/, (?:on behalf of|Project Director) .*/, '')),
    // Which its templates take the date from.
    day: (_path, { path }) => dayOf(/\d+\/\d+\/\d+/.exec(path)?.[0]),
  },
  {
    repository: 'simonw/til',
    commit: '8d908b6d36cdd27bc6464392435ac6223a00caac',
    ...script(/^[^/]+\/(?!readme)[^/]+\.md$/i, (path) => [`/${path.replace(/\.md$/, '')}`]),
  },
  {
    repository: 'jekyll/jekyll',
    commit: '202df571314ba1d18e9fccd81d12aaad4a703c38',
    ...jekyll('/news/:year/:month/:day/:title/', {
      root: 'docs/',
      zone: 'America/Los_Angeles',
      future: true,
    }),
  },
  {
    repository: 'nodejs/nodejs.org',
    commit: '6f94c8a6ab643beeee7038eba3fb521207d4b345',
    ...script(/^apps\/site\/pages\/en\/blog\/[^/]+\/.*\.mdx?$/, (path) => [
      path.replace(/^apps\/site\/pages(.*?)(?:\/index)?\.mdx?$/, '$1'),
    ]),
    // As its util/author.ts has it.
    authors: (_path, { author = '' }, site) => {
      const people = site.data('apps/site/authors.json')
      const names = author.replace(/\s*\(.*?\)\s*/g, '').split(/,|\band\b|;|&| prepared by | by /i)
      return names
        .map((/** @type {string} */ name) => people[name.trim()]?.name ?? name.trim())
        .filter(Boolean)
    },
    why: {
      authors:
        'three have a name with the accent that the list of authors has; one byline says who prepared the release.',
    },
  },
  {
    repository: '11ty/eleventy-base-blog',
    commit: 'e37a55c4c4705d7881929de5242ec50448b5eb0b',
    ...script(/^content\/blog\/.*\.md$/, (path) => [
      path.replace(/^content(.*?)(\/[^/]+)(?:\2)?\.md$/, '$1$2/'),
    ]),
  },
  {
    repository: 'prometheus/docs',
    commit: 'c105550aad07161f62d02e305ed09799ec6025fa',
    ...script(/^blog\/posts\/.*\.md$/, (path) => [
      path.replace(/^blog\/posts\/(\d+)-(\d+)-(\d+)-(.*)\.md$/, '/blog/$1/$2/$3/$4/'),
    ]),
    authors: (_path, { author_name: written }) => byline(written),
    day: (_path, matter) => dayOf(matter.created_at),
  },
  {
    repository: '18F/18f.gsa.gov',
    commit: '0a55c75e6d9bc71c80136a3867dac52356177443',
    // `permalink` of posts.11tydata.js; the file that had the names of authors is not in the repository any more.
    ...script(/^content\/posts\/.*\.md$/, (path, matter) => [
      matter.permalink ??
        `/${(dayOf(matter.date, 'UTC') ?? nameOf(path).day ?? '').replaceAll('-', '/')}/${nameOf(path).name}/`,
      ...list(matter.redirect_from),
    ]),
  },
  {
    repository: 'Homebrew/brew.sh',
    commit: '3f895e1c01953701499fdcca5b816268c3eecddf',
    ...jekyll('/:year/:month/:day/:title/'),
  },
  {
    repository: 'elixir-lang/elixir-lang.github.com',
    commit: '24ad416f14095588832d5fdf415ec665a11ab5ca',
    ...jekyll('/blog/:year/:month/:day/:title/'),
  },
  {
    repository: 'crystal-lang/crystal-website',
    commit: '2525d87ccc7805651f23a725f44d4b23c8858dfa',
    ...jekyll('/:year/:month/:day/:title/', { future: true }),
    isPost: (path) => /^_(?:posts|releases)\/.*\.md$/.test(path),
    // Also those whom the list of the team has and that of authors has not.
    authors: (_path, { author = '' }, site) => {
      const people = Object.assign(
        {},
        ...Object.values(site.data('_data/team.yaml')),
        site.data('_data/authors.yaml'),
      )
      return author.split(/\s*,\s*/).map((/** @type {string} */ key) => people[key]?.name ?? key)
    },
  },
  {
    repository: 'scala/scala-lang',
    commit: '1da5b07e44234be3c93685234e2ffa8eea2816ac',
    ...jekyll('/:categories/:year/:month/:day/:title:output_ext', { future: true }),
    // Not whom they work for.
    authors: (_path, { by, author }) =>
      by === 'Gradle, Inc' || /^The Scala Center/.test(by)
        ? [by]
        : byline(
            (by ?? author ?? '').replace(
              /, (?:Scala Center|VirtusLab|EPFL|LAMP|Lightbend|Akka)(?: Advisory Board Chair)?(?=$| [&a(])/g,
              '',
            ),
          ),
    why: { authors: 'one byline has a team between a comma and a semicolon.' },
  },
  {
    repository: 'bridgetownrb/bridgetown',
    commit: '50d422a4286b4ce7635d88fc378e4316b337b92c',
    ...jekyll('/:categories/:slug/', { root: 'bridgetown-website/src/', zone: 'America/Los_Angeles' }),
    // What src/_posts/_defaults.yml says of posts that do not say it.
    authors: (path, matter, site) =>
      named('author', 'bridgetown-website/src/_data/authors.yml')(path, { author: 'jared', ...matter }, site),
    addresses: (path, matter) => [
      matter.permalink ?? `/${matter.category ?? 'news'}/${nameOf(path).name.toLowerCase()}/`,
    ],
    why: {
      addresses:
        'two posts have the category in theirs from a file of defaults, of which only the author is read.',
    },
  },
  {
    repository: 'chapel-lang/chapel-blog',
    commit: '09ca26c0d2b5d06dc666e13e8f7e66eabf591e7d',
    ...hugo({ section: 'posts' }),
  },
  {
    repository: 'etcd-io/website',
    commit: '824597935df6e95992ef61c07e3222f4f796ca6c',
    ...hugo({ section: 'blog', root: 'content/en/' }),
    // Not whom they work for.
    authors: (_path, { author = '' }) =>
      byline(
        author.replace(/,? (?:Amazon Web Services|Red Hat|VMware(?: by Broadcom)?|Broadcom)(?=,|$)/g, ''),
      ),
    why: {
      authors:
        'one byline has two people with links and one without, who could be a firm as well; `check` names it.',
    },
  },
  {
    repository: 'ropensci/roweb3',
    commit: 'd84b7eb675f82b6282411055374bd1a7c16b4b5a',
    ...hugo({ section: 'blog', permalink: '/blog/:year/:month/:day/:slug/', future: true }),
    cover: first('socialImg', 'twitterImg', 'cover'),
    // Whatever else is beside an index is part of its page.
    isPost: (path) => /^content\/blog\/[^/]+(?:\/index(?:\.\w+)?)?\.md$/.test(path) && !/\/_index/.test(path),
    isHeldBack: (_path, matter) => matter.headless === true,
    why: {
      authors: 'five have a name spelt as the page about the author has it, and not as the post does.',
      covers: 'four name a picture that is not there; `check` names each.',
    },
  },
  {
    repository: 'rust-gamedev/rust-gamedev.github.io',
    commit: 'cca00c834356e010e19dd935d0ec5b664973fc03',
    ...zola((path) => /^content\/(?:news|blog)\/.*\.md$/.test(path) && !path.endsWith('_index.md')),
  },
  {
    repository: 'babel/website',
    commit: 'b4753209310b5b1a6c6a27014ff50a2283e09327',
    ...script(/^website\/blog\/.*\.mdx?$/, (path, { slug }) => [
      slug
        ? `/blog/${slug}`
        : path.replace(/^website\/blog\/(\d+)-(\d+)-(\d+)-(.*)\.mdx?$/, '/blog/$1/$2/$3/$4'),
    ]),
    authors: named('authors', 'website/blog/authors.yml'),
  },
  {
    repository: 'withastro/astro.build',
    commit: 'f5351e9e1140ce25ce8a0b37657b67d591370b6d',
    ...script(/^src\/content\/blog\/[^/]*\.mdx$/, (path) => [`/blog/${nameOf(path).stem}/`]),
    authors: named('authors', 'src/data/authors/authors.json'),
    cover: first('coverImage', 'socialImage'),
  },
  {
    repository: 'vuejs/blog',
    commit: '78b4193b46b279a89d9ebbe3a43794954bdd664c',
    ...script(/^posts\/.*\.md$/, (path) => [`/posts/${nameOf(path).stem}`]),
  },
  {
    repository: 'hexojs/site',
    commit: '59ec5bd280851a691489538b05e31c7fcab365e2',
    ...jekyll('/news/:year/:month/:day/:title/', { root: 'source/', zone: 'UTC' }),
  },
  {
    repository: 'edwinsteele/wordspeak.org',
    commit: '06ee89dc616806bace8df425db85374079bead71',
    ...script(/^posts\/.*\.md$/, (path, { slug }) => [`/posts/${slug ?? nameOf(path).stem}/`]),
    authors: () => ['Edwin Steele'],
    day: (_path, { date }) => dayOf(date),
  },
]
