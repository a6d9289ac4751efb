import { type Generator, markdown } from '../generator.ts'
import { readSettings } from '../settings.ts'

/** Excludes note templates. */
export const anyMarkdown = [`**/${markdown}`, '!**/{Templates,templates,_templates}/**']

/** A folder of markdown. */
export const none: Generator = {
  name: 'none',
  title: 'A plain folder',
  markerFiles: [],
  posts: [[`posts/**/${markdown}`], anyMarkdown],
  pages: [`pages/${markdown}`],
  files: ['.', 'public', 'static'],
  postFolder: /^posts(?=\/)/,
  programmedAddresses: true,
  syntaxes: ['obsidian'],
  // SvelteKit and Nuxt.
  routeFiles: /^(?:src\/routes|(?:app\/)?pages)\/(.+?)(?:\/\+page(?:\.server)?)?\.(?:svelte|vue|[jt]s)$/,
  // MkDocs, for settings only: its pages are not posts by default.
  settingsFiles: [/^mkdocs\.ya?ml$/],
  readSettings: (file) =>
    readSettings(file, {
      title: ['site_name'],
      description: ['site_description'],
      author: ['site_author'],
      url: ['site_url'],
    }),
}
