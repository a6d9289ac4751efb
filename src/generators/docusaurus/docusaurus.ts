import { type Generator, markdown } from '../generator.ts'
import { readSettings } from '../settings.ts'

const oldUrls = ['/blog/{year}/{month}/{day}/{name}', '/blog/{slug}', '/blog/{path}']

/** The blog's own setting, not that of the docs. Functions before it nest braces. */
const blogRoute =
  /\bblog["']?\s*:\s*\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}){0,5000}?\brouteBasePath["']?\s*:\s*(?:(["'`])\/?([^"'`$]*?)\/?\1)?/

export const docusaurus: Generator = {
  name: 'docusaurus',
  title: 'Docusaurus',
  markerFiles: [/^(?:website\/)?docusaurus\.config\.\w+$/],
  posts: [[`blog/**/${markdown}`, `website/blog/**/${markdown}`]],
  ignoredFiles: /^(?:website\/)?blog\/(?:.*\/)?_/,
  files: ['static', 'website/static'],
  oldUrls,
  oldFeeds: ['/blog/rss.xml', '/blog/atom.xml'],
  timeZone: 'UTC',
  contentRoot: /^(?:website\/)?blog\//,
  syntaxes: ['mdx'],
  authorFolders: /^(?:website\/)?(?:blog\/)?/,
  settingsFiles: [/^(?:website\/)?docusaurus\.config\.\w+$/],
  readSettings(file) {
    // Markdown is MDX unless `markdown.format` says otherwise.
    const syntaxes = /\bformat["']?\s*:\s*["'`](?:detect|md)["'`]/.test(file.text)
      ? (['jsx'] as const)
      : undefined
    const [found, , route] = blogRoute.exec(file.text.replace(/^[ \t]*\/\/.*$/gm, '')) ?? []
    const patterns = oldUrls.map((url) => url.replace('/blog', route ? `/${route}` : ''))
    const computed = { patterns: [], lost: ['routeBasePath'] }
    const addresses = route === undefined ? found && computed : { patterns, lost: [] }
    return { ...readSettings(file), syntaxes, ...(addresses && { addresses }) }
  },
}
