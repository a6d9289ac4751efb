import { regex } from '../../base/regex.ts'
import { type Generator, markdown } from '../generator.ts'
import { readSettings } from '../settings.ts'

const posts = ['/blog/{year}/{month}/{day}/{name}', '/blog/{slug}', '/blog/{path}']

/** The blog's own setting, not that of the docs. Functions before it nest braces. */
const blogRoute = regex(
  '',
  String.raw`\bblog["']?\s*:\s*\{`,
  /(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}){0,5000}?/,
  String.raw`\brouteBasePath["']?\s*:\s*(?:(["'\`])\/?([^"'\`$]*?)\/?\1)?`,
)

export const docusaurus: Generator = {
  name: 'docusaurus',
  title: 'Docusaurus',
  detect: [/^(?:website\/)?docusaurus\.config\.\w+$/],
  layout: {
    posts: [[`blog/**/${markdown}`, `website/blog/**/${markdown}`]],
    files: ['static', 'website/static'],
    ignored: /^(?:website\/)?blog\/(?:.*\/)?_/,
  },
  fields: { zone: 'UTC' },
  addresses: { posts, feeds: ['/blog/rss.xml', '/blog/atom.xml'], root: /^(?:website\/)?blog\// },
  syntaxes: ['mdx'],
  settings: {
    files: [/^(?:website\/)?docusaurus\.config\.\w+$/],
    authorFolders: /^(?:website\/)?(?:blog\/)?/,
    read(file) {
      // Markdown is MDX unless `markdown.format` says otherwise.
      const isMarkdown = /\bformat["']?\s*:\s*["'`](?:detect|md)["'`]/.test(file.text)
      const [setting, , route] = blogRoute.exec(file.text.replace(/^[ \t]*\/\/.*$/gm, '')) ?? []
      const patterns = posts.map((url) => url.replace('/blog', route ? `/${route}` : ''))
      const computed = { patterns: [], lost: ['routeBasePath'] }
      const addresses = route === undefined ? setting && computed : { patterns, lost: [] }
      return {
        ...readSettings(file),
        syntaxes: isMarkdown ? ['jsx'] : undefined,
        ...(addresses && { addresses }),
      }
    },
  },
}
