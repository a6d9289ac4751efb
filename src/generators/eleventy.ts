import { type Generator, markdown, markdownOrHtml, sections } from './generator.ts'

export const eleventy: Generator = {
  name: 'eleventy',
  title: 'Eleventy',
  markerFiles: [/^(?:\.eleventy\.c?js|eleventy\.config\.[cm]?[jt]s)$/],
  // Older names of its config file.
  dotNames: ['.eleventy.js', '.eleventy.cjs'],
  posts: [
    [
      ...['content', 'src', '.'].flatMap((root) => [
        `${root}/${sections}/**/${markdownOrHtml}`,
        `${root}/_posts/**/${markdownOrHtml}`,
      ]),
      `!**/${sections}/index.{html,md}`,
    ],
    [`content/**/${markdown}`, `src/**/${markdown}`],
  ],
  files: ['public', 'static', 'content', 'src', '.'],
  otherEndings: ['html'],
  unlisted: { eleventyExcludeFromCollections: ['true'] },
  // Writes no file.
  unpublished: { permalink: ['false'] },
  oldUrls: ['/{path}/'],
  oldFeeds: ['/feed/feed.xml', '/feed'],
  contentRoot: /^(?:content|src)\//,
  programmedAddresses: true,
  // Its configuration and the data of folders.
  routeFiles: /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$|\.11tydata\.\w+$|(?:^|\/)([\w-]+)\/\1\.json$/,
  routeWord: /permalink/i,
  syntaxes: ['liquid'],
  settingsFiles: [/^(?:src\/)?_?data\/(?:metadata|site|meta)\.\w+$/],
  nameInPosts: (path) => /(?:^|\/)_?data\/(\w+)\.\w+$/.exec(path)?.[1],
}
