import { type Generator, markdown, orHtml, sections } from './generator.ts'

export const eleventy: Generator = {
  name: 'eleventy',
  title: 'Eleventy',
  signs: [/^(?:\.eleventy\.c?js|eleventy\.config\.[cm]?[jt]s)$/],
  // What its settings were called for years.
  dotNames: ['.eleventy.js', '.eleventy.cjs'],
  posts: [
    [
      ...['content', 'src', '.'].flatMap((root) => [
        `${root}/${sections}/**/${orHtml}`,
        `${root}/_posts/**/${orHtml}`,
      ]),
      // A list of posts.
      `!**/${sections}/index.{html,md}`,
    ],
    [`content/**/${markdown}`, `src/**/${markdown}`],
  ],
  files: ['public', 'static', 'content', 'src', '.'],
  otherEndings: ['html'],
  unlisted: { eleventyExcludeFromCollections: ['true'] },
  oldUrls: ['/{path}/'],
  oldFeeds: ['/feed/feed.xml', '/feed'],
  contentRoot: /^(?:content|src)\//,
  programmedAddresses: true,
  syntaxes: ['liquid'],
  settingsFiles: [/^(?:src\/)?_?data\/(?:metadata|site|meta)\.\w+$/],
  nameInPosts: (path) => /(?:^|\/)_?data\/(\w+)\.\w+$/.exec(path)?.[1],
}
