import { type Generator, postsByName, markdownOrHtml } from '../generator.ts'
import { colonPatterns, ownProperty, readSettings, siteUrl, text, timeZone, yesOrNo } from '../settings.ts'

export const bridgetown: Generator = {
  name: 'bridgetown',
  title: 'Bridgetown',
  markerFiles: [/^(?:bridgetown\.config\.ya?ml|config\/initializers\.rb)$/, /^src\//],
  posts: [[`src/_posts/**/${markdownOrHtml}`]],
  pages: ['src/{about,contact,privacy}.{md,markdown}', 'src/_pages/*.{md,markdown}'],
  files: ['src'],
  otherEndings: ['html'],
  postFolder: /^src\/_posts(?=\/)/,
  spacedTags: true,
  htmlTitles: true,
  oldUrls: ['/{categories}/{year}/{month}/{day}/{slug}/'],
  contentRoot: /^src\/_posts\//,
  spelling: 'lower',
  ownTimeZone: true,
  bareTimes: 'UTC',
  syntaxes: ['liquid', 'erb', 'kramdown', 'definition-lists'],
  namedPosts: postsByName,
  settingsFiles: [
    /^src\/_data\/site_metadata\.ya?ml$/,
    /^bridgetown\.config\.ya?ml$/,
    /^config\/initializers\.rb$/,
    // Defaults for posts.
    /^src\/_posts\/_defaults\.ya?ml$/,
  ],
  authorFolders: /^src\/(?:_data\/|_)/,
  readSettings(file) {
    const setting = (name: string) =>
      text(file.values, name) ?? new RegExp(`^\\s*${name}\\s+(["'])(.*?)\\1`, 'm').exec(file.text)?.[2]
    const permalink = setting('permalink')
    const pattern = permalink && (ownProperty(styles, permalink) ?? permalink)
    const plain = pattern?.replace(/\/?:(?:locale|lang)\b/, '').replace(/\.\*$/, '.html')
    return {
      ...readSettings(file, { ignored: ['exclude'] }),
      future: yesOrNo(setting('future')),
      baseUrl: siteUrl(setting('url')),
      timeZone: timeZone(setting('timezone')),
      addresses: plain ? colonPatterns([plain], placeholders) : undefined,
    }
  },
  newPost: { file: '{year}-{month}-{day}-{slug}', draft: ['published', 'false'] },
}

/** Named permalink styles. */
const styles: Readonly<Record<string, string>> = {
  pretty: '/:categories/:year/:month/:day/:slug/',
  pretty_ext: '/:categories/:year/:month/:day/:slug.*',
  simple: '/:categories/:slug/',
  simple_ext: '/:categories/:slug.*',
}

const placeholders = { slug: ['{slug}'], title: ['{title}'], name: ['{name}'] }
