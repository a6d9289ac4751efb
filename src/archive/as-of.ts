import type { Content, SourceDocument } from '../content/read.ts'
import { problem } from '../base/text-file.ts'
import type { Diagnostic } from '../base/diagnostics.ts'
import { identityOf } from './identity.ts'

/** The content as of a day: posts that are dated later are held back like drafts, and each is reported. */
export function withoutLater(content: Content, day: string): Content {
  const later = laterThan(content, day)
  const isLater = new Set(later.map(({ post }) => post))
  return {
    ...content,
    posts: content.posts.filter((post) => !isLater.has(post)),
    drafts: new Set([...content.drafts, ...later.map(({ post }) => post.file.path)]),
    diagnostics: [
      ...content.diagnostics,
      ...later.map((one) => futureDate(one, `later than ${day}, and is left out`, 'Publish it on its day.')),
    ],
  }
}

/** What a person is told who publishes posts before their day. */
export function publishedEarly(content: Content, today: string): Diagnostic[] {
  const hint = `\`--as-of ${today}\` leaves out what is dated later, from serve and build too; \`draft: true\` leaves out this post.`
  return laterThan(content, today).map((one) =>
    futureDate(one, 'after today, and is published all the same', hint),
  )
}

interface FuturePost {
  readonly post: SourceDocument
  readonly published: string
}

/** Posts without a date are never later. */
function laterThan(content: Content, day: string): FuturePost[] {
  return content.posts
    .map((post) => ({ post, published: identityOf(post, content).published ?? '' }))
    .filter(({ published }) => published > day)
}

function futureDate(
  { post: { file, facts }, published }: FuturePost,
  said: string,
  hint: string,
): Diagnostic {
  const message = `The post is dated ${published}, ${said}.`
  return problem(file, facts.published?.offset ?? 0, 'future-date', message, hint)
}
