import { type Generator, markdown, sections } from '../generator.ts'

export const next: Generator = {
  name: 'next',
  title: 'Next',
  detect: [/^next\.config\.\w+$/],
  layout: {
    posts: [
      ['content', 'src/content', 'src', 'data', '.'].map((root) => `${root}/${sections}/**/${markdown}`),
      ['_posts', 'content', 'src/pages', 'pages'].map((root) => `${root}/**/${markdown}`),
      ['app', 'src/app'].map((root) => `${root}/**/page.{md,mdx}`),
    ],
    files: ['public'],
  },
  fields: {},
  addresses: {
    posts: ['/{path}'],
    feeds: ['/rss.xml', '/atom.xml', '/feed', '/rss'],
    root: /^(?:(?:.*?\/)?pages|(?:src\/)?(?:content|app)|data)\//,
    routedFiles: /^(?:src\/)?(?:pages|app)\//,
    indexFile: /\/(?:index(?:\.[a-z]{2}(?:-[A-Za-z]{2})?)?|page)$/,
    code: /^(?:src\/)?(?:pages|app)\/(.+?)(?:\/page)?\.[jt]sx?$/,
  },
  syntaxes: ['jsx'],
  settings: {
    files: [
      /^(?:src\/)?(?:(?:data|lib|config)\/)?(?:siteMetadata|site|site-config|blog\.config)\.[cm]?[jt]s$/,
    ],
  },
}
