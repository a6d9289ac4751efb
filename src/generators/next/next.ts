import { type Generator, markdown, sections } from '../generator.ts'

export const next: Generator = {
  name: 'next',
  title: 'Next',
  markerFiles: [/^next\.config\.\w+$/],
  posts: [
    ['content', 'src/content', 'src', 'data', '.'].map((root) => `${root}/${sections}/**/${markdown}`),
    ['_posts', 'content', 'src/pages', 'pages'].map((root) => `${root}/**/${markdown}`),
    ['app', 'src/app'].map((root) => `${root}/**/page.{md,mdx}`),
  ],
  files: ['public'],
  oldUrls: ['/{path}'],
  oldFeeds: ['/rss.xml', '/atom.xml', '/feed', '/rss'],
  contentRoot: /^(?:(?:.*?\/)?pages|(?:src\/)?(?:content|app)|data)\//,
  fileRoutes: /^(?:src\/)?(?:pages|app)\//,
  indexFile: /\/(?:index(?:\.[a-z]{2}(?:-[A-Za-z]{2})?)?|page)$/,
  programmedAddresses: true,
  routeFiles: /^(?:src\/)?(?:pages|app)\/(.+?)(?:\/page)?\.[jt]sx?$/,
  syntaxes: ['jsx'],
  settingsFiles: [
    /^(?:src\/)?(?:(?:data|lib|config)\/)?(?:siteMetadata|site|site-config|blog\.config)\.[cm]?[jt]s$/,
  ],
}
