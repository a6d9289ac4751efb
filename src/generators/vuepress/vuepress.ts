import { type Generator, markdown, sections } from '../generator.ts'

/** Also covers VitePress. */
export const vuepress: Generator = {
  name: 'vuepress',
  title: 'VuePress',
  markerFiles: [/^(?:(?:docs|src)\/)?\.(?:vuepress|vitepress)\//],
  dotNames: ['.vuepress', '.vitepress'],
  posts: [
    ['docs', 'src', '.'].flatMap((root) => [
      `${root}/${sections}/**/${markdown}`,
      `${root}/_posts/**/${markdown}`,
    ]),
    [`**/${markdown}`],
  ],
  files: ['.', 'docs', 'src'].flatMap((root) => {
    const below = root === '.' ? '' : `${root}/`
    return [`${below}.vuepress/public`, `${below}public`, root]
  }),
  oldUrls: ['/{path}.html', '/{path}/', '/{year}/{month}/{day}/{slug}/'],
  oldFeeds: ['/rss.xml', '/atom.xml', '/feed.rss'],
  contentRoot: /^(?:(?:docs|src)\/)?/,
  syntaxes: ['components'],
  routeWord: /\b(?:rewrites|permalink|cleanUrls)\b/,
  settingsFiles: [/^(?:(?:docs|src)\/)?\.(?:vuepress|vitepress)\/config\.[cm]?[jt]s$/],
}
