import { type Generator, markdown } from '../generator.ts'

/** Excludes note templates. */
export const anyMarkdown = [`**/${markdown}`, '!**/{Templates,templates,_templates}/**']

/** A folder of markdown. */
export const none: Generator = {
  name: 'none',
  title: 'A plain folder',
  detect: [],
  layout: {
    posts: [[`posts/**/${markdown}`], anyMarkdown],
    pages: [`pages/${markdown}`],
    files: ['.', 'public', 'static'],
    postFolder: /^posts(?=\/)/,
  },
  fields: {},
  addresses: {
    // SvelteKit and Nuxt.
    code: /^(?:src\/routes|(?:app\/)?pages)\/(.+?)(?:\/\+page(?:\.server)?)?\.(?:svelte|vue|[jt]s)$/,
  },
  syntaxes: ['obsidian'],
  settings: {
    // MkDocs, for settings only: its pages are not posts by default.
    files: [/^mkdocs\.ya?ml$/],
    keys: {
      title: ['site_name'],
      description: ['site_description'],
      author: ['site_author'],
      url: ['site_url'],
    },
  },
}
