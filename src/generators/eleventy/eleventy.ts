import { type Generator, markdown, markdownOrHtml, sections, type SiteSettings } from '../generator.ts'
import { readSettings } from '../settings.ts'

const configFile = /^(?:\.eleventy\.c?js|eleventy\.config\.[cm]?[jt]s)$/

export const eleventy: Generator = {
  name: 'eleventy',
  title: 'Eleventy',
  detect: [configFile],
  layout: {
    posts: [
      [
        ...['content', 'src', '.'].flatMap((root) => [
          `${root}/${sections}/**/${markdownOrHtml}`,
          `${root}/_posts/**/${markdownOrHtml}`,
        ]),
        `!**/${sections}/index.{html,md}`,
      ],
      [`content/**/${markdown}`, `src/**/${markdown}`],
    ],
    files: ['public', 'static', 'content', 'src', '.'],
    endings: ['html'],
    // Older names of its config file.
    dotNames: ['.eleventy.js', '.eleventy.cjs', '.eleventyignore'],
  },
  fields: {
    unlisted: { eleventyExcludeFromCollections: ['true'] },
    // Writes no file.
    unpublished: { permalink: ['false'] },
  },
  addresses: {
    posts: ['/{path}/'],
    feeds: ['/feed/feed.xml', '/feed'],
    root: /^(?:content|src)\//,
    // `post/post.md` is at the address of its folder, as `post/index.md` is.
    indexFile: /\/index(?:\.[a-z]{2}(?:-[A-Za-z]{2})?)?$|(?<=(?:^|\/)([^/]+))\/\1$/,
    // Its configuration and the data of folders.
    code: /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$|\.11tydata\.\w+$|(?:^|\/)([\w-]+)\/\1\.json$/,
    setBy: /permalink/i,
  },
  syntaxes: ['liquid'],
  settings: {
    files: [/^(?:src\/)?_?data\/(?:metadata|site|meta)\.\w+$/, configFile, /^\.eleventyignore$/],
    nameInPosts: (path) => /(?:^|\/)_?data\/(\w+)\.\w+$/.exec(path)?.[1],
    read(file) {
      if (file.path === '.eleventyignore') return { ignored: file.text.match(/^[^\s#!].*?(?=\s*$)/gm) ?? [] }
      if (!configFile.test(file.path)) return readSettings(file)
      const ignored = file.text.matchAll(/\bignores\.add\(\s*(["'`])([^"'`$\n]+)\1/g)
      return { files: copiedFolders(file.text), ignored: Array.from(ignored, ([, , glob = '']) => glob) }
    },
  },
}

/** `addPassthroughCopy({ 'assets/img': 'img' })`, and the input folder, below which other files keep their paths. */
function copiedFolders(config: string): SiteSettings['files'] {
  const plain = (path: string) => path.replace(/^\.?\/+|\/+$|^\.$/g, '')
  const [, , input] = /\binput\s*:\s*(["'`])([^"'`*]+)\1/.exec(config) ?? []
  const pair = /(["'`]?)([\w./-]+?)(?:\/\*[\w./*]*)?\1\s*:\s*(["'`])([\w./-]*)\3/g
  const copies = [...config.matchAll(/addPassthroughCopy\(\s*\{([^{}]*)\}/g)]
  const pairs = copies.flatMap(([, pairs = '']) => [...pairs.matchAll(pair)])
  const files = pairs.flatMap(([, , from = '', , to = '']) => {
    const [folder, path] = [plain(from), plain(to)]
    // A single file keeps its place.
    if (folder === '' || /\.\w+$/.test(folder)) return []
    return [path === '' ? folder : { [folder]: `/${path}/` }]
  })
  return input === undefined ? files : [...files, plain(input) || '.']
}
