import { type Generator, markdownOrHtml } from '../generator.ts'
import { colonPatterns, lowerCase, readSettings, siteUrl, text, timeZone, yesOrNo } from '../settings.ts'

const permalinkStyles = new Map([
  ['pretty', '/:categories/:year/:month/:day/:slug/'],
  ['pretty_ext', '/:categories/:year/:month/:day/:slug.*'],
  ['simple', '/:categories/:slug/'],
  ['simple_ext', '/:categories/:slug.*'],
])

export const bridgetown: Generator = {
  name: 'bridgetown',
  title: 'Bridgetown',
  detect: [/^(?:bridgetown\.config\.ya?ml|config\/initializers\.rb)$/, /^src\//],
  layout: {
    posts: [[`src/_posts/**/${markdownOrHtml}`]],
    pages: ['src/{about,contact,privacy}.{md,markdown}', 'src/_pages/*.{md,markdown}'],
    files: ['src'],
    endings: ['html'],
    postFolder: /^src\/_posts(?=\/)/,
    newPost: { file: '{year}-{month}-{day}-{slug}', draft: ['published', 'false'] },
  },
  fields: { spacedTags: true, htmlTitles: true, zone: 'site', bareTimes: 'UTC' },
  addresses: {
    posts: ['/{categories}/{year}/{month}/{day}/{slug}/'],
    root: /^src\/_posts\//,
    spell: lowerCase,
  },
  syntaxes: ['liquid', 'erb', 'kramdown', 'definition-lists'],
  settings: {
    files: [
      /^src\/_data\/site_metadata\.ya?ml$/,
      /^bridgetown\.config\.ya?ml$/,
      /^config\/initializers\.rb$/,
      // Defaults for posts.
      /^src\/_posts\/_defaults\.ya?ml$/,
    ],
    authorFolders: /^src\/(?:_data\/|_)/,
    read(file) {
      const setting = (name: string) =>
        text(file.values, name) ?? new RegExp(`^\\s*${name}\\s+(["'])(.*?)\\1`, 'm').exec(file.text)?.[2]
      const permalink = setting('permalink')
      const pattern = permalink && (permalinkStyles.get(permalink) ?? permalink)
      const plain = pattern?.replace(/\/?:(?:locale|lang)\b/, '').replace(/\.\*$/, '.html')
      const placeholders = { slug: ['{slug}'], title: ['{title}'], name: ['{name}'] }
      return {
        ...readSettings(file, { ignored: ['exclude'] }),
        future: yesOrNo(setting('future')),
        baseUrl: siteUrl(setting('url')),
        timeZone: timeZone(setting('timezone')),
        addresses: plain ? colonPatterns([plain], placeholders) : undefined,
      }
    },
  },
}
