import { type Generator, markdown } from './generator.ts'
import { readSettings } from './settings.ts'

/** Everything but templates, which notes begin as. */
export const anyMarkdown = [`**/${markdown}`, '!**/{Templates,templates,_templates}/**']

/** A folder of markdown. */
export const none: Generator = {
  name: 'none',
  title: 'A plain folder',
  signs: [],
  posts: [[`posts/**/${markdown}`], anyMarkdown],
  pages: [`pages/${markdown}`],
  files: ['.', 'public', 'static'],
  postFolder: /^posts(?=\/)/,
  programmedAddresses: true,
  // Of MkDocs, whose pages are no posts unless somebody says so.
  settingsFiles: [/^mkdocs\.ya?ml$/],
  readSettings: (file) =>
    readSettings(file, {
      title: ['site_name'],
      description: ['site_description'],
      author: ['site_author'],
      url: ['site_url'],
    }),
  newPost: { dateKey: 'published' },
}
