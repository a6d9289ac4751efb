// database.js
import { DatabaseSync } from 'node:sqlite'
import { compile } from 'citable/compile'

const posts = new DatabaseSync('blog.db')
const source = {
  list: async () =>
    posts
      .prepare('SELECT slug FROM posts')
      .all()
      .map(({ slug }) => `posts/${slug}.md`),
  async read(path) {
    const { body, ...fields } = posts.prepare('SELECT * FROM posts WHERE slug = ?').get(path.slice(6, -3))
    return `---\n${JSON.stringify(fields)}\n---\n\n${body}`
  },
}
const { value: snapshot, diagnostics } = await compile(source, { baseUrl: 'https://example.org' })
console.log(snapshot ? `${snapshot.resources.size} addresses` : diagnostics)
