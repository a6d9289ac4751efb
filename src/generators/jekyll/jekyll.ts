import { type Generator, type Plain, postsByName, markdownOrHtml, postsFolder } from '../generator.ts'
import { valueAt, colonPatterns, ownProperty, readSettings, siteUrl, text, timeZone } from '../settings.ts'

export const jekyll: Generator = {
  name: 'jekyll',
  title: 'Jekyll',
  // GitHub Pages builds a site without settings.
  markerFiles: [/^(?:_config\.ya?ml$|_layouts\/)/],
  posts: [[`**/_posts/**/${markdownOrHtml}`]],
  pages: ['{about,contact,privacy}.{md,markdown}', '_pages/*.{md,markdown}'],
  files: ['.'],
  // Names of posts start with a day; others, such as `_draft.md`, are ignored, as is all in `_posts/_old/`.
  ignoredFiles: /(?:^|\/)_posts\/(?:[_#~].*|(?:.*\/)?(?!\d{2,4}-\d{1,2}-\d{1,2}-)[^/]*)$/,
  otherEndings: ['html'],
  postFolder: postsFolder,
  spacedTags: true,
  htmlTitles: true,
  oldUrls: ['/{categories}/{year}/{month}/{day}/{slug}.html'],
  oldFeeds: ['/atom.xml'],
  oldTags: ['tag/{tag}/', 'tags/{tag}/', 'category/{tag}/', 'categories/{tag}/'],
  oldPages: ['page{n}/', 'page/{n}/'],
  spelling: 'trimmed',
  ownTimeZone: true,
  bareTimes: 'UTC',
  categoryFolders: /^(.*)\/_posts\//,
  syntaxes: ['liquid', 'kramdown', 'definition-lists'],
  namedPosts: postsByName,
  settingsFiles: [/^_config\.ya?ml$/],
  readSettings(file) {
    const usual = readSettings(file, { future: ['future'], ignored: ['exclude'] })
    const [url, below] = [
      siteUrl(text(file.values, 'url')),
      text(file.values, 'baseurl')?.replace(/^\/+/, ''),
    ]
    const permalink = permalinkIn(file.values)
    const pattern = permalink && (ownProperty(styles, permalink) ?? permalink)
    return {
      ...usual,
      author: authorIn(file.values) ?? usual.author,
      timeZone: timeZone(text(file.values, 'timezone')),
      baseUrl: siteUrl([url, below].filter(Boolean).join('/')),
      addresses: pattern ? colonPatterns([pattern], placeholders) : undefined,
    }
  },
  authorFolders: /^(?:.+\/)?(?:_data\/(?:.+\/)?|_)/,
  nameInPosts: () => 'site',
  newPost: { file: '{year}-{month}-{day}-{slug}', draft: ['published', 'false'] },
}

/** Named permalink styles. */
const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title:output_ext',
}

const placeholders = { title: ['{slug}'], slug: ['{slug}'], collection: ['posts'] }

/** Precedence: the collection, the defaults for posts, the site. */
function permalinkIn(settings: Plain): string | undefined {
  const [postDefault] = defaultsOfPosts(settings).flatMap((one) => text(one, 'values.permalink') ?? [])
  return text(settings, 'collections.posts.permalink') ?? postDefault ?? text(settings, 'permalink')
}

/** Default author of posts. */
function authorIn(settings: Plain): string | undefined {
  return defaultsOfPosts(settings)
    .filter((one) => ['_posts', undefined].includes(text(one, 'scope.path')))
    .flatMap((one) => text(one, 'values.author', 'values.author.name') ?? [])[0]
}

function defaultsOfPosts(settings: Plain): Plain[] {
  const defaults = valueAt(settings, 'defaults')
  return (Array.isArray(defaults) ? defaults : []).filter((one) =>
    ['posts', '', undefined].includes(text(one, 'scope.type')),
  )
}
