import { type Generator, sectionFeeds, sections } from '../generator.ts'

export const quarto: Generator = {
  name: 'quarto',
  title: 'Quarto',
  detect: [/^_quarto\.ya?ml$/],
  layout: {
    posts: [
      [`${sections}/**/*.{md,qmd}`, `!${sections}/index.{md,qmd}`, '!**/_*', '!**/_*/**'],
      ['**/*.{md,qmd}', '!**/_*', '!**/_*/**'],
    ],
    pages: ['{about,contact,privacy}.{md,qmd}'],
    files: ['.'],
  },
  fields: {},
  addresses: { posts: ['/{path}.html', '/{path}/'], feeds: sectionFeeds, root: /^/ },
  syntaxes: ['shortcodes', 'definition-lists'],
  settings: {
    files: [/^_quarto\.ya?ml$/],
    keys: {
      title: ['website.title'],
      description: ['website.description'],
      author: ['website.author', 'format.html.author'],
      url: ['website.site-url'],
    },
  },
}
