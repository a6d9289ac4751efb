export const markdown = '*.{md,markdown,mdx}'
export const orHtml = '*.{md,markdown,mdx,html}'

/** What folders of posts are called. */
export const sectionNames = ['posts', 'post', 'blog', 'articles', 'news', 'writing', 'notes'] as const
export const sections = `{${sectionNames.join(',')}}`

/** A feed of the site, and one of each section. */
export const feedsOfSections = ['/index.xml', ...sectionNames.map((name) => `/${name}/index.xml`)]

/** The folder `_posts`, wherever it is. */
export const postsFolder = /^.*\b_posts(?=\/)/
export const namedInPosts = ['_posts/{name}.md', '_posts/{name}.markdown']
