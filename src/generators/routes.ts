/** A route of a site's own code that may be the posts': `src/pages/blog/[year]/[slug].astro`. */
export interface Route {
  /** In the form of `oldUrls`, without a slash at the end. `{path}` is the rest of the post's path. */
  readonly pattern: string
  /** The part before the first parameter, without slashes around it. */
  readonly folder: string
  /** Its code computes a part, so that only running it would tell. */
  readonly isComputed: boolean
}

const postParameter = /^(?:slug|id|name|post|path|entry|article|postId|postSlug|permalink)$/
const otherParameter = /^(?:year|month|day|category)$/

/** Reads the route of a file from its path; undefined if its parameters are not those of a post. */
export function routeOf(path: string, code: string): Route | undefined {
  if (path.startsWith('api/')) return undefined
  // `(group)` and a language are no part of the route that posts share.
  const steps = path
    .split('/')
    .filter((step) => step !== 'index' && !/^\(.*\)$|^\[(?:locale|lang)\]$/.test(step))
  let isComputed = false
  let pattern = ''
  for (const step of steps) {
    const [, rest, name] = /^\[{1,2}(\.{3})?(\w+)\]{1,2}$/.exec(step) ?? []
    const isPost = postParameter.test(name ?? '')
    if (name === undefined ? step.includes('[') : !isPost && !otherParameter.test(name)) return undefined
    pattern += name === undefined ? `/${step}` : `/{${isPost ? (rest ? 'path' : 'slug') : name}}`
    isComputed ||= name !== undefined && isComputedIn(code, name)
  }
  if (!/\/\{(?:slug|path)\}$/.test(pattern)) return undefined
  return { pattern, folder: pattern.slice(1, pattern.indexOf('/{')), isComputed }
}

/** Whether `params` holds more than a property, such as `post.slug`. The parts of a date are what they are called. */
function isComputedIn(code: string, name: string): boolean {
  if (/^(?:year|month|day)$/.test(name)) return false
  const [, params = ''] = /\bparams\s*:\s*\{([^{}]*)/.exec(code) ?? []
  const [, value] =
    new RegExp(`\\b${name}\\s*:\\s*([^\\n]*?)\\s*(?:,?\\s*$|,\\s*\\w+\\s*:)`, 'm').exec(params) ?? []
  return value !== undefined && !/^[\w$.?]+$/.test(value)
}
