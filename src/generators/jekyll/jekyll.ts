import { type Generator, markdownOrHtml, postsFolder } from '../generator.ts'
import { colonPatterns, readSettings, siteUrl, text, timeZone, valueAt } from '../settings.ts'

const permalinkStyles = new Map([
  ['date', '/:categories/:year/:month/:day/:title:output_ext'],
  ['pretty', '/:categories/:year/:month/:day/:title/'],
  ['none', '/:categories/:title:output_ext'],
])

export const jekyll: Generator = {
  name: 'jekyll',
  title: 'Jekyll',
  // GitHub Pages builds a site without settings.
  detect: [/^(?:_config\.ya?ml$|_layouts\/)/],
  layout: {
    posts: [[`**/_posts/**/${markdownOrHtml}`]],
    pages: ['{about,contact,privacy}.{md,markdown}', '_pages/*.{md,markdown}'],
    files: ['.'],
    // Names of posts start with a day; others, such as `_draft.md`, are ignored, as is all in `_posts/_old/`.
    ignored: /(?:^|\/)_posts\/(?:[_#~].*|(?:.*\/)?(?!\d{2,4}-\d{1,2}-\d{1,2}-)[^/]*)$/,
    endings: ['html'],
    postFolder: postsFolder,
    newPost: { file: '{year}-{month}-{day}-{slug}', draft: ['published', 'false'] },
  },
  fields: { spacedTags: true, htmlTitles: true, zone: 'site', bareTimes: 'UTC' },
  addresses: {
    posts: ['/{categories}/{year}/{month}/{day}/{slug}.html'],
    feeds: ['/atom.xml'],
    tags: ['tag/{tag}/', 'tags/{tag}/', 'category/{tag}/', 'categories/{tag}/'],
    pages: ['page{n}/', 'page/{n}/'],
    // Keeps letters, and leaves single hyphens between words.
    spell: (path) => path.replace(/[\s-]+/g, '-').replace(/(^|\/)-|-(?=\/|$)/g, '$1'),
    categoryFolders: /^(.*)\/_posts\//,
  },
  syntaxes: ['liquid', 'kramdown', 'definition-lists'],
  settings: {
    files: [/^_config\.ya?ml$/],
    authorFolders: /^(?:.+\/)?(?:_data\/(?:.+\/)?|_)/,
    nameInPosts: () => 'site',
    read(file) {
      const usual = readSettings(file, { future: ['future'], ignored: ['exclude'] })
      const defaults = [valueAt(file.values, 'defaults') ?? []]
        .flat()
        .filter((group) => ['posts', '', undefined].includes(text(group, 'scope.type')))
      const [author] = defaults
        .filter((group) => ['_posts', undefined].includes(text(group, 'scope.path')))
        .flatMap((group) => text(group, 'values.author', 'values.author.name') ?? [])
      // Precedence: the collection, the defaults for posts, the site.
      const [permalink] = [
        text(file.values, 'collections.posts.permalink'),
        ...defaults.map((group) => text(group, 'values.permalink')),
        text(file.values, 'permalink'),
      ].filter((pattern) => pattern !== undefined)
      const pattern = permalink && (permalinkStyles.get(permalink) ?? permalink)
      const url = siteUrl(text(file.values, 'url'))
      const below = text(file.values, 'baseurl')?.replace(/^\/+/, '')
      const placeholders = { title: ['{slug}'], slug: ['{slug}'], collection: ['posts'] }
      return {
        ...usual,
        author: author ?? usual.author,
        timeZone: timeZone(text(file.values, 'timezone')),
        baseUrl: siteUrl([url, below].filter(Boolean).join('/')),
        addresses: pattern ? colonPatterns([pattern], placeholders) : undefined,
      }
    },
  },
}
