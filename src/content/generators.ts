/** What posts may hold besides markdown. */
export type Syntax = 'hugo' | 'liquid' | 'zola' | 'mdx' | 'vue' | 'kramdown'

/** How a generator lays out a site: what is true of it unless archive.yaml says otherwise. */
export interface Generator {
  /** Files in the root that tell it apart; it is the first of the table of which every list has one. */
  readonly signs: readonly RegExp[]
  /** Where posts are, as globs; the first of the lists that matches anything is meant. */
  readonly posts: readonly (readonly string[])[]
  readonly pages: readonly string[]
  /** Folders that addresses such as /img/x.png lead into. */
  readonly files: readonly string[]
  /** Where it published a post by default. */
  readonly oldUrls: readonly string[]
  /** Where it, or what its documentation recommends for it, published a feed. */
  readonly oldFeeds: readonly string[]
  /** What it takes from a path before it makes an address of the rest; without it, the folder that the posts' glob begins in. */
  readonly contentRoot?: RegExp
  /** How it spells names in addresses, when not as the files have them. */
  readonly spelling?: 'lower' | 'slug' | 'trimmed'
  /** The day in an address is that of the site's own time zone, whatever zone the date is written in. */
  readonly ownTimeZone?: true
  readonly syntaxes: readonly Syntax[]
  /** A file of HTML is a post, too, if it has front matter. */
  readonly htmlPosts?: true
  /** Tags in one text are separated by spaces. */
  readonly spacedTags?: true
}

const markdown = '*.{md,markdown,mdx}'
const orHtml = '*.{md,markdown,mdx,html}'
/** What folders of posts are called. */
export const sectionNames = ['posts', 'post', 'blog', 'articles', 'news', 'writing', 'notes'] as const
const sections = `{${sectionNames.join(',')}}`
/** A feed of the site, and one of each section. */
const ofSections = ['/index.xml', ...sectionNames.map((name) => `/${name}/index.xml` as const)] as const

/** In the order in which they are looked for: some sites have the signs of two. */
export const generators = {
  hexo: {
    signs: [/^_config\.ya?ml$/, /^source\/_posts\//],
    posts: [[`source/_posts/**/${markdown}`]],
    pages: ['source/{about,contact,privacy}/index.md'],
    files: ['source'],
    oldUrls: ['/{year}/{month}/{day}/{slug}/'],
    oldFeeds: ['/atom.xml', '/rss2.xml'],
    contentRoot: /^source\/_posts\//,
    syntaxes: ['liquid'],
  },
  eleventy: {
    signs: [/^(?:\.eleventy\.c?js|eleventy\.config\.[cm]?[jt]s)$/],
    posts: [
      [
        ...['content', 'src', '.'].flatMap((root) => [
          `${root}/${sections}/**/${orHtml}`,
          `${root}/_posts/**/${orHtml}`,
        ]),
        // A list of posts.
        `!**/${sections}/index.{html,md}`,
      ],
      [`content/**/${markdown}`, `src/**/${markdown}`],
    ],
    pages: [],
    files: ['public', 'static', 'content', 'src', '.'],
    oldUrls: ['/{path}/'],
    oldFeeds: ['/feed/feed.xml', '/feed'],
    contentRoot: /^(?:content|src)\//,
    syntaxes: ['liquid'],
    htmlPosts: true,
  },
  jekyll: {
    // GitHub needs no settings to build one.
    signs: [/^(?:_config\.ya?ml$|_layouts\/)/],
    posts: [[`**/_posts/**/${orHtml}`]],
    pages: ['{about,contact,privacy}.{md,markdown}', '_pages/*.{md,markdown}'],
    files: ['.'],
    oldUrls: ['/{categories}/{year}/{month}/{day}/{slug}.html'],
    oldFeeds: ['/atom.xml'],
    spelling: 'trimmed',
    ownTimeZone: true,
    syntaxes: ['liquid', 'kramdown'],
    htmlPosts: true,
    spacedTags: true,
  },
  docusaurus: {
    signs: [/^(?:website\/)?docusaurus\.config\.\w+$/],
    posts: [[`blog/**/${markdown}`, `website/blog/**/${markdown}`]],
    pages: [],
    files: ['static', 'website/static'],
    oldUrls: ['/blog/{year}/{month}/{day}/{name}', '/blog/{slug}', '/blog/{path}'],
    oldFeeds: ['/blog/rss.xml', '/blog/atom.xml'],
    contentRoot: /^(?:website\/)?blog\//,
    syntaxes: ['mdx'],
  },
  astro: {
    signs: [/^astro\.config\.\w+$/],
    posts: [[`src/content/${sections}/**/${markdown}`], [`src/pages/${sections}/**/${markdown}`]],
    pages: [],
    files: ['public', '.'],
    oldUrls: ['/{path}/'],
    oldFeeds: ['/rss.xml'],
    contentRoot: /^src\/(?:content|pages)\//,
    syntaxes: [],
  },
  gatsby: {
    signs: [/^gatsby-config\.\w+$/],
    posts: [[`content/${sections}/**/${markdown}`], [`content/**/${markdown}`, `src/pages/**/${markdown}`]],
    pages: [],
    files: ['static'],
    oldUrls: ['/{path}/'],
    oldFeeds: ['/rss.xml'],
    contentRoot: /^(?:content(?:\/(?:blog|posts))?|src\/pages)\//,
    syntaxes: [],
  },
  zola: {
    signs: [/^config\.toml$/, /^(?:templates|sass)\//],
    posts: [[`content/${sections}/**/${markdown}`], [`content/**/${markdown}`]],
    pages: [],
    files: ['static', 'content'],
    oldUrls: ['/{path}/'],
    oldFeeds: ['/atom.xml', '/rss.xml'],
    contentRoot: /^content\//,
    spelling: 'slug',
    syntaxes: ['zola'],
  },
  hugo: {
    signs: [/^(?:config\/_default\/)?(?:hugo|config)\.(?:toml|ya?ml|json)$/, /^content\//],
    posts: [
      [`content/${sections}/**/${orHtml}`],
      [`content/*/${sections}/**/${orHtml}`],
      [`content/**/${markdown}`],
    ],
    pages: [],
    files: ['static', 'assets', 'content'],
    oldUrls: ['/{path}/'],
    oldFeeds: ofSections,
    contentRoot: /^content\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?/,
    spelling: 'lower',
    syntaxes: ['hugo'],
    htmlPosts: true,
  },
  next: {
    signs: [/^next\.config\.\w+$/],
    posts: [
      ['content', 'src/content', 'src', 'data', '.'].map((root) => `${root}/${sections}/**/${markdown}`),
      ['_posts', 'content', 'src/pages', 'pages'].map((root) => `${root}/**/${markdown}`),
      ['app', 'src/app'].map((root) => `${root}/**/page.{md,mdx}`),
    ],
    pages: [],
    files: ['public'],
    oldUrls: ['/{path}'],
    oldFeeds: ['/rss.xml', '/atom.xml', '/feed', '/rss'],
    contentRoot: /^(?:(?:.*?\/)?pages|(?:src\/)?(?:content|app)|data)\//,
    syntaxes: [],
  },
  pelican: {
    signs: [/^pelicanconf\.py$/],
    posts: [[`content/**/${markdown}`, '!content/pages/**']],
    pages: ['content/pages/*.{md,markdown}'],
    files: ['content', 'content/extra'],
    oldUrls: ['/{slug}.html', '/{path}.html'],
    oldFeeds: ['/feeds/all.atom.xml', '/feeds/all.rss.xml'],
    contentRoot: /^content\//,
    syntaxes: [],
  },
  /** VitePress, too. */
  vuepress: {
    signs: [/^(?:(?:docs|src)\/)?\.(?:vuepress|vitepress)\//],
    posts: [
      ['docs', 'src', '.'].flatMap((root) => [
        `${root}/${sections}/**/${markdown}`,
        `${root}/_posts/**/${markdown}`,
      ]),
      [`**/${markdown}`],
    ],
    pages: [],
    files: ['.', 'docs', 'src'].flatMap((root) => {
      const below = root === '.' ? '' : `${root}/`
      return [`${below}.vuepress/public`, `${below}public`, root]
    }),
    oldUrls: ['/{path}.html', '/{path}/', '/{year}/{month}/{day}/{slug}/'],
    oldFeeds: ['/rss.xml', '/atom.xml', '/feed.rss'],
    contentRoot: /^(?:(?:docs|src)\/)?/,
    syntaxes: ['vue'],
  },
  middleman: {
    signs: [/^config\.rb$/, /^source\//],
    posts: [[`source/${sections}/**/${markdown}`], [`source/**/${markdown}`]],
    pages: [],
    files: ['source'],
    oldUrls: [
      '/{year}/{month}/{day}/{slug}.html',
      '/blog/{year}/{month}/{day}/{slug}.html',
      '/blog/{year}/{month}/{day}/{slug}/',
      '/{path}.html',
    ],
    oldFeeds: ['/blog/feed.xml'],
    contentRoot: /^source\//,
    syntaxes: [],
  },
  quarto: {
    signs: [/^_quarto\.ya?ml$/],
    posts: [
      [`${sections}/**/*.{md,qmd}`, `!${sections}/index.{md,qmd}`, '!**/_*', '!**/_*/**'],
      ['**/*.{md,qmd}', '!**/_*', '!**/_*/**'],
    ],
    pages: ['{about,contact,privacy}.{md,qmd}'],
    files: ['.'],
    oldUrls: ['/{path}.html', '/{path}/'],
    oldFeeds: ofSections,
    contentRoot: /^/,
    syntaxes: ['hugo'],
  },
  /** A folder of markdown. Templates are what notes begin as. */
  none: {
    signs: [],
    posts: [[`posts/**/${markdown}`], [`**/${markdown}`, '!**/{Templates,templates,_templates}/**']],
    pages: [`pages/*.{md,markdown,mdx}`],
    files: ['.', 'public', 'static'],
    oldUrls: [],
    oldFeeds: [],
    syntaxes: [],
  },
} as const satisfies Record<string, Generator>

export type GeneratorName = keyof typeof generators

/** Which generator a site was written for, by the files it has. */
export function generatorOf(paths: readonly string[]): GeneratorName {
  const names = Object.keys(generators) as GeneratorName[]
  return names.find((name) => generators[name].signs.length > 0 && hasSigns(paths, name)) ?? 'none'
}

/** Whether a folder, '' or one with a slash at the end, has the files that tell a generator apart. */
export function hasSigns(paths: readonly string[], generator: GeneratorName, folder = ''): boolean {
  const { signs }: Generator = generators[generator]
  return signs.every((sign) =>
    paths.some((path) => path.startsWith(folder) && sign.test(path.slice(folder.length))),
  )
}
