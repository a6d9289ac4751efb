import type { Content } from '../content/read.ts'
import { problem } from '../content/text.ts'
import { identityOf } from './identity.ts'

/** The content as of a day: posts that are dated later are held back like drafts, and each is told of. */
export function withoutLater(content: Content, day: string): Content {
  const dated = content.posts.map((post) => ({ post, published: identityOf(post, content).published ?? '' }))
  const later = dated.filter(({ published }) => published > day)
  return {
    ...content,
    posts: dated.filter(({ published }) => published <= day).map(({ post }) => post),
    drafts: new Set([...content.drafts, ...later.map(({ post }) => post.file.path)]),
    diagnostics: [
      ...content.diagnostics,
      ...later.map(({ post: { file, facts }, published }) => {
        const message = `The post is dated ${published}, later than ${day}, and is left out.`
        return problem(file, facts.published?.offset ?? 0, 'future-date', message, 'Publish it on its day.')
      }),
    ],
  }
}
