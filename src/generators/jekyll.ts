import { type Generator, type Plain, namedInPosts, orHtml, postsFolder } from './generator.ts'
import { at, colonPatterns, ownOf, readSettings, siteUrl, text, timeZone } from './settings.ts'

export const jekyll: Generator = {
  name: 'jekyll',
  title: 'Jekyll',
  // GitHub needs no settings to build one.
  signs: [/^(?:_config\.ya?ml$|_layouts\/)/],
  posts: [[`**/_posts/**/${orHtml}`]],
  pages: ['{about,contact,privacy}.{md,markdown}', '_pages/*.{md,markdown}'],
  files: ['.'],
  otherEndings: ['html'],
  postFolder: postsFolder,
  spacedTags: true,
  oldUrls: ['/{categories}/{year}/{month}/{day}/{slug}.html'],
  oldFeeds: ['/atom.xml'],
  oldTags: ['tag/{tag}/', 'tags/{tag}/', 'category/{tag}/', 'categories/{tag}/'],
  oldPages: ['page{n}/', 'page/{n}/'],
  spelling: 'trimmed',
  ownTimeZone: true,
  bareTimes: 'UTC',
  categoryFolders: /^(.*)\/_posts\//,
  syntaxes: ['liquid', 'kramdown', 'definition-lists'],
  namedPosts: namedInPosts,
  settingsFiles: [/^_config\.ya?ml$/],
  readSettings(file) {
    const [url, below] = [text(file.values, 'url'), text(file.values, 'baseurl') ?? '']
    const addresses = permalinksIn(file.values).map((permalink) => ownOf(styles, permalink) ?? permalink)
    return {
      ...readSettings(file, { future: ['future'] }),
      author: authorIn(file.values) ?? readSettings(file).author,
      timeZone: timeZone(text(file.values, 'timezone')),
      baseUrl: siteUrl((url ?? '') + below),
      addresses: addresses.length > 0 ? colonPatterns(addresses, placeholders) : undefined,
    }
  },
  authorFolders: /^(?:.+\/)?(?:_data\/(?:.+\/)?|_)/,
  nameInPosts: () => 'site',
  newPost: { file: '{year}-{month}-{day}-{slug}', draft: ['published', 'false'] },
}

/** Its names for patterns. */
const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title:output_ext',
}

const placeholders = { title: ['{slug}'], slug: ['{slug}'], collection: ['posts'] }

/** How addresses are made: of the collection, of posts by default, or of everything. */
function permalinksIn(settings: Plain): string[] {
  const [ofPosts] = defaultsOfPosts(settings).flatMap((one) => text(one, 'values.permalink') ?? [])
  return [
    text(settings, 'collections.posts.permalink') ?? ofPosts ?? text(settings, 'permalink') ?? [],
  ].flat()
}

/** Who writes every post that does not say it. */
function authorIn(settings: Plain): string | undefined {
  return defaultsOfPosts(settings)
    .filter((one) => ['_posts', undefined].includes(text(one, 'scope.path')))
    .flatMap((one) => text(one, 'values.author', 'values.author.name') ?? [])[0]
}

function defaultsOfPosts(settings: Plain): Plain[] {
  const defaults = at(settings, 'defaults')
  return (Array.isArray(defaults) ? defaults : []).filter((one) =>
    ['posts', '', undefined].includes(text(one, 'scope.type')),
  )
}
