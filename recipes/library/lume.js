// lume.js

/** @type {import('citable/compile').Generator} */
export const lume = {
  name: 'lume',
  title: 'Lume',
  // Files that identify a site: each pattern must match one.
  detect: [/^_config\.[jt]s$/, /^(?:src\/)?posts\//],
  layout: {
    // The first list of globs that matches anything is used.
    posts: [['src/posts/**/*.md', 'posts/**/*.md']],
    pages: ['{src/,}{about,contact}.md'],
    // Where /img/x.png is.
    files: ['src', '.'],
  },
  // Front matter keys besides the usual ones; a dot leads into a group.
  fields: { names: { summary: ['metas.description'], image: ['metas.image'] } },
  addresses: {
    // Old URLs, which lead to the posts. Without `root` and `namePrefix`:
    // src/posts/2024-05-01_of-tides.md → /posts/of-tides/
    posts: ['/{path}/'],
    feeds: ['/feed.xml', '/feed.json'],
    root: /^(?:src\/)?/,
    namePrefix: /^\d{4}-\d\d-\d\d[-_]/,
  },
  // What is not markdown: names such as 'liquid' and 'mdx', or a function that returns edits.
  syntaxes: [
    /** `{{ comp.figure({ src: "/a.png", alt: "A" }) }}` → `![A](/a.png)`, `{{# comment #}}` → nothing */
    ({ matches, drop }) =>
      matches(/\{\{[^{}]*(?:\{[^{}]*\}[^{}]*)?\}\}/g).map(({ 0: tag, index: start }) => {
        const end = start + tag.length
        const [, src] = /\bfigure\(.*\bsrc: "([^"]+)"/s.exec(tag) ?? []
        const [, alt = ''] = /\balt: "([^"]*)"/.exec(tag) ?? []
        if (tag.startsWith('{{#')) return { start, end, text: '' }
        // `drop` removes what nobody can translate, and reports it with file and line.
        return src ? { start, end, text: `![${alt}](${src})` } : drop(start, end, 'shortcode')
      }),
  ],
}
