import { type Generator, markdown, sections } from '../generator.ts'

export const gatsby: Generator = {
  name: 'gatsby',
  title: 'Gatsby',
  detect: [/^gatsby-config\.\w+$/],
  layout: {
    posts: [[`content/${sections}/**/${markdown}`], [`content/**/${markdown}`, `src/pages/**/${markdown}`]],
    files: ['static'],
  },
  fields: { zone: 'UTC' },
  addresses: {
    posts: ['/{path}/'],
    feeds: ['/rss.xml'],
    root: /^(?:content(?:\/(?:blog|posts))?|src\/pages)\//,
    code: /^gatsby-node\.\w+$/,
  },
  syntaxes: ['jsx'],
  settings: { files: [/^gatsby-config\.\w+$/] },
}
