/** A site of each generator, laid out as in its documentation: its files, and which of them are posts. */
export const sites: Readonly<
  Record<string, { readonly files: readonly string[]; readonly posts: readonly string[] }>
> = {
  hexo: {
    files: ['_config.yml', 'source/_posts/a.md', 'source/about/index.md', 'themes/x/README.md'],
    posts: ['source/_posts/a.md'],
  },
  pelican: {
    files: ['pelicanconf.py', 'content/a.md', 'content/python/b.md', 'content/pages/about.md'],
    posts: ['content/a.md', 'content/python/b.md'],
  },
  jekyll: {
    files: [
      '_config.yml',
      '_posts/2020-01-02-a.md',
      'en/_posts/2020-1-3-b.markdown',
      '_posts/_c.md',
      '_posts/d.md',
      'about.md',
      'Gemfile',
    ],
    posts: ['_posts/2020-01-02-a.md', 'en/_posts/2020-1-3-b.markdown'],
  },
  docusaurus: {
    files: [
      'docusaurus.config.js',
      'blog/2020-01-02-a.mdx',
      'blog/b/index.md',
      'blog/_d.md',
      'docs/c.md',
      'package.json',
    ],
    posts: ['blog/2020-01-02-a.mdx', 'blog/b/index.md'],
  },
  astro: {
    files: [
      'astro.config.mjs',
      'src/content/blog/a.mdx',
      'src/content/blog/_b.mdx',
      'src/content/docs/b.md',
      'public/x.png',
    ],
    posts: ['src/content/blog/a.mdx'],
  },
  eleventy: {
    files: ['eleventy.config.js', 'content/blog/a/a.md', 'content/about.md', 'README.md'],
    posts: ['content/blog/a/a.md'],
  },
  gatsby: {
    files: ['gatsby-config.js', 'content/blog/a/index.md', 'src/pages/b.js'],
    posts: ['content/blog/a/index.md'],
  },
  zola: {
    files: ['config.toml', 'templates/index.html', 'content/_index.md', 'content/a.md', 'content/b/index.md'],
    posts: ['content/a.md', 'content/b/index.md'],
  },
  hugo: {
    files: [
      'hugo.toml',
      'content/posts/_index.md',
      'content/posts/a.md',
      'content/posts/2020-01-02-b/index.md',
      'content/posts/2020-01-02-b/part.md',
      'content/about.md',
      'themes/t/x.md',
    ],
    posts: ['content/posts/a.md', 'content/posts/2020-01-02-b/index.md'],
  },
  next: {
    files: ['next.config.ts', 'blog/posts/a.md', 'src/app/page.tsx', 'public/x.png'],
    posts: ['blog/posts/a.md'],
  },
  vuepress: {
    files: ['.vuepress/config.js', '.vuepress/public/a.png', 'blog/a.md', 'guide/b.md'],
    posts: ['blog/a.md'],
  },
  middleman: {
    files: ['config.rb', 'source/blog/2020-01-02-a.html.markdown', 'source/about.html.md'],
    posts: ['source/blog/2020-01-02-a.html.markdown'],
  },
  quarto: {
    files: [
      '_quarto.yml',
      'posts/a/index.qmd',
      'posts/b.md',
      'posts/index.qmd',
      'posts/_part.qmd',
      'index.qmd',
    ],
    posts: ['posts/a/index.qmd', 'posts/b.md'],
  },
  bridgetown: {
    files: ['bridgetown.config.yml', 'src/_posts/2020-01-02-a.md', 'src/about.md', 'src/_layouts/post.erb'],
    posts: ['src/_posts/2020-01-02-a.md'],
  },
  nikola: {
    files: ['conf.py', 'posts/a.md', 'posts/2020/b.txt', 'posts/c.rst', 'pages/about.md', 'files/x.txt'],
    posts: ['posts/a.md', 'posts/2020/b.txt'],
  },
  none: {
    files: ['go/a.md', 'sqlite/b.md', 'README.md', 'LICENSE.md', 'node_modules/x/readme.md'],
    posts: ['go/a.md', 'sqlite/b.md'],
  },
}
