import { makeRefuse } from '../../answer/error-answer.ts'
import {
  type HttpError,
  messageErrors,
  methodNotAllowed,
  noEncodingLeft,
  noTypeLeft,
  outdated,
} from '../../answer/http-errors.ts'
import { directions } from '../../answer/missing.ts'
import { errorCodes } from '../../errors.ts'
import { encodings } from '../../snapshot/resource.ts'
import type { Site } from '../../snapshot/seal.ts'

/** What stands in a body for what only the request tells; a server's own variables take their place. */
export const gaps = { path: '{{path}}', method: '{{method}}' } as const

/** The body of each error, as JSON with gaps. A 404 by where the path is, since nothing near can be looked for. */
export function serverErrors({ signposts, basePath }: Site) {
  const refuse = makeRefuse(signposts)
  const { idRule, wayOut, wayHome } = directions(signposts)
  const { path, method } = gaps
  const body = (error: HttpError) => text.decode(refuse(error, path).body ?? undefined).trimEnd()
  const missing = (...hints: readonly string[]) =>
    body({ code: 'resource_not_found', message: `Nothing is at ${path}.`, hint: hints.join(' ') })
  const types = (...list: readonly string[]) =>
    body(noTypeLeft({ path, representations: list.map((type) => ({ type })) }))
  return {
    /** By the beginning of the path, the longest first. */
    missing: [
      [`${basePath}/api/v1/posts/`, missing(idRule, wayOut)],
      [`${basePath}/api/`, missing(wayOut)],
      [`${basePath}/posts/`, missing(idRule, wayHome, wayOut)],
      ['', missing(wayHome, wayOut)],
    ] as const,
    notAcceptable: {
      json: types('application/json'),
      page: types('text/html', 'text/markdown'),
      encoding: body(noEncodingLeft({ path }, { variants: encodings.map((encoding) => ({ encoding })) })),
    },
    /** The rest by status. */
    others: new Map(
      [
        messageErrors.malformed,
        methodNotAllowed(method, path),
        outdated({ path }),
        messageErrors.body,
        messageErrors.longTarget,
        messageErrors.headers,
        messageErrors.internal,
        messageErrors.method,
        messageErrors.version,
      ].map((error) => [errorCodes[error.code].status, body(error)]),
    ),
  }
}

const text = new TextDecoder()
