// database.js, for Node 22.13 or newer
import { DatabaseSync } from 'node:sqlite'
import { compile } from 'citable/compile'

const posts = new DatabaseSync('blog.db')
const everyPost = posts.prepare('SELECT slug FROM posts')
const postBySlug = posts.prepare('SELECT * FROM posts WHERE slug = ?')
const { value: snapshot, diagnostics } = await compile(
  {
    list: async () => everyPost.all().map(({ slug }) => `posts/${slug}.md`),
    async read(path) {
      const post = postBySlug.get(path.slice(6, -3))
      if (!post) throw new Error('no such post')
      const { body, ...fields } = post
      return `---\n${JSON.stringify(fields)}\n---\n\n${body}`
    },
  },
  { baseUrl: 'https://example.org' },
)
console.log(snapshot ? `${snapshot.resources.size} addresses` : diagnostics)
