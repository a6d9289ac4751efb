import { type Generator, namedInPosts, orHtml } from './generator.ts'
import { colonPatterns, ownOf, readSettings, siteUrl, text, timeZone, yesOrNo } from './settings.ts'

export const bridgetown: Generator = {
  name: 'bridgetown',
  title: 'Bridgetown',
  signs: [/^(?:bridgetown\.config\.ya?ml|config\/initializers\.rb)$/, /^src\//],
  posts: [[`src/_posts/**/${orHtml}`]],
  pages: ['src/{about,contact,privacy}.{md,markdown}', 'src/_pages/*.{md,markdown}'],
  files: ['src'],
  otherEndings: ['html'],
  postFolder: /^src\/_posts(?=\/)/,
  spacedTags: true,
  oldUrls: ['/{categories}/{year}/{month}/{day}/{slug}/'],
  contentRoot: /^src\/_posts\//,
  spelling: 'lower',
  ownTimeZone: true,
  bareTimes: 'UTC',
  syntaxes: ['liquid', 'erb', 'kramdown', 'definition-lists'],
  namedPosts: namedInPosts,
  settingsFiles: [
    /^src\/_data\/site_metadata\.ya?ml$/,
    /^bridgetown\.config\.ya?ml$/,
    /^config\/initializers\.rb$/,
    // What posts do not say themselves.
    /^src\/_posts\/_defaults\.ya?ml$/,
  ],
  authorFolders: /^src\/(?:_data\/|_)/,
  readSettings(file) {
    const said = (name: string) =>
      text(file.values, name) ?? new RegExp(`^\\s*${name}\\s+(["'])(.*?)\\1`, 'm').exec(file.text)?.[2]
    const permalink = said('permalink')
    const pattern = permalink && (ownOf(styles, permalink) ?? permalink)
    const plain = pattern?.replace(/\/?:(?:locale|lang)\b/, '').replace(/\.\*$/, '.html')
    return {
      ...readSettings(file),
      future: yesOrNo(said('future')),
      baseUrl: siteUrl(said('url')),
      timeZone: timeZone(said('timezone')),
      addresses: plain ? colonPatterns([plain], placeholders) : undefined,
    }
  },
  newPost: { file: '{year}-{month}-{day}-{slug}', draft: ['published', 'false'] },
}

/** Its names for patterns. */
const styles: Readonly<Record<string, string>> = {
  pretty: '/:categories/:year/:month/:day/:slug/',
  pretty_ext: '/:categories/:year/:month/:day/:slug.*',
  simple: '/:categories/:slug/',
  simple_ext: '/:categories/:slug.*',
}

const placeholders = { slug: ['{slug}'], title: ['{title}'], name: ['{name}'] }
