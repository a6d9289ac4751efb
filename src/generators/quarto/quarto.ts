import { type Generator, sectionFeeds, sections } from '../generator.ts'
import { readSettings } from '../settings.ts'

export const quarto: Generator = {
  name: 'quarto',
  title: 'Quarto',
  markerFiles: [/^_quarto\.ya?ml$/],
  posts: [
    [`${sections}/**/*.{md,qmd}`, `!${sections}/index.{md,qmd}`, '!**/_*', '!**/_*/**'],
    ['**/*.{md,qmd}', '!**/_*', '!**/_*/**'],
  ],
  pages: ['{about,contact,privacy}.{md,qmd}'],
  files: ['.'],
  oldUrls: ['/{path}.html', '/{path}/'],
  oldFeeds: sectionFeeds,
  contentRoot: /^/,
  syntaxes: ['shortcodes', 'definition-lists'],
  settingsFiles: [/^_quarto\.ya?ml$/],
  readSettings: (file) =>
    readSettings(file, {
      title: ['website.title'],
      description: ['website.description'],
      author: ['website.author', 'format.html.author'],
      url: ['website.site-url'],
    }),
}
