import { type Generator, markdown, sections } from '../generator.ts'

/** Also covers VitePress. */
export const vuepress: Generator = {
  name: 'vuepress',
  title: 'VuePress',
  detect: [/^(?:(?:docs|src)\/)?\.(?:vuepress|vitepress)\//],
  layout: {
    posts: [
      ['docs', 'src', '.'].flatMap((root) => [
        `${root}/${sections}/**/${markdown}`,
        `${root}/_posts/**/${markdown}`,
      ]),
      [`**/${markdown}`],
    ],
    files: ['', 'docs/', 'src/'].flatMap((root) => [
      `${root}.vuepress/public`,
      `${root}public`,
      root.replace(/\/$/, '') || '.',
    ]),
    dotNames: ['.vuepress', '.vitepress'],
  },
  fields: {},
  addresses: {
    posts: ['/{path}.html', '/{path}/', '/{year}/{month}/{day}/{slug}/'],
    feeds: ['/rss.xml', '/atom.xml', '/feed.rss'],
    root: /^(?:(?:docs|src)\/)?/,
    setBy: /\b(?:rewrites|permalink|cleanUrls)\b/,
  },
  syntaxes: ['components'],
  settings: { files: [/^(?:(?:docs|src)\/)?\.(?:vuepress|vitepress)\/config\.[cm]?[jt]s$/] },
}
