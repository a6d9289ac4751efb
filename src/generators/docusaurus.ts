import { type Generator, markdown } from './generator.ts'

export const docusaurus: Generator = {
  name: 'docusaurus',
  title: 'Docusaurus',
  markerFiles: [/^(?:website\/)?docusaurus\.config\.\w+$/],
  posts: [[`blog/**/${markdown}`, `website/blog/**/${markdown}`]],
  ignoredFiles: /^(?:website\/)?blog\/(?:.*\/)?_/,
  files: ['static', 'website/static'],
  oldUrls: ['/blog/{year}/{month}/{day}/{name}', '/blog/{slug}', '/blog/{path}'],
  oldFeeds: ['/blog/rss.xml', '/blog/atom.xml'],
  timeZone: 'UTC',
  contentRoot: /^(?:website\/)?blog\//,
  syntaxes: ['mdx'],
  authorFolders: /^(?:website\/)?(?:blog\/)?/,
  settingsFiles: [/^(?:website\/)?docusaurus\.config\.\w+$/],
}
