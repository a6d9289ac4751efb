import { type Generator, markdown, sections } from '../generator.ts'

export const gatsby: Generator = {
  name: 'gatsby',
  title: 'Gatsby',
  markerFiles: [/^gatsby-config\.\w+$/],
  posts: [[`content/${sections}/**/${markdown}`], [`content/**/${markdown}`, `src/pages/**/${markdown}`]],
  files: ['static'],
  oldUrls: ['/{path}/'],
  oldFeeds: ['/rss.xml'],
  timeZone: 'UTC',
  contentRoot: /^(?:content(?:\/(?:blog|posts))?|src\/pages)\//,
  programmedAddresses: true,
  syntaxes: ['jsx'],
  settingsFiles: [/^gatsby-config\.\w+$/],
}
