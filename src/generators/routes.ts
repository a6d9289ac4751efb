/** A route of a site's own code that may be the posts': `src/pages/blog/[year]/[slug].astro`. */
export interface Route {
  /** In the form of `oldUrls`, without a slash at the end. `{path}` is the rest of the post's path. */
  readonly pattern: string
  /** The part before the first parameter, without slashes around it. */
  readonly folder: string
  /** Its code computes a part, so that only running it would tell. */
  readonly isComputed: boolean
}

/** Reads the route of a file from its path; undefined if its parameters are not those of a post. */
export function routeOf(path: string, code: string): Route | undefined {
  if (path.startsWith('api/')) return undefined
  // `(group)` and a language are no part of the route that posts share.
  const steps = path
    .split('/')
    .filter((step) => step !== 'index' && !/^\(.*\)$|^\[(?:locale|lang)\]$/.test(step))
  const parts = steps.map((step) => {
    const [, rest = '', name] = /^\[{1,2}(\.{3})?(\w+)\]{1,2}$/.exec(step) ?? []
    if (name === undefined) return step.includes('[') ? undefined : { text: step, isComputed: false }
    const part = postParameter.test(name) ? (rest ? 'path' : 'slug') : otherParameters[name]
    return part === undefined ? undefined : { text: `{${part}}`, isComputed: isComputed(name, code) }
  })
  const known = parts.filter((part) => part !== undefined)
  if (known.length < parts.length || !/^\{(?:slug|path)\}$/.test(known.at(-1)?.text ?? '')) return undefined
  const folder = known.slice(
    0,
    known.findIndex(({ text }) => text.startsWith('{')),
  )
  return {
    pattern: known.map(({ text }) => `/${text}`).join(''),
    folder: folder.map(({ text }) => text).join('/'),
    isComputed: known.some((part) => part.isComputed),
  }
}

const postParameter = /^(?:slug|id|name|post|path|entry|article|postId|postSlug|permalink)$/

const otherParameters: Readonly<Record<string, string>> = {
  year: 'year',
  month: 'month',
  day: 'day',
  category: 'category',
}

/** Whether `params` holds more than a property, such as `post.slug`. The parts of a date are what they are called. */
function isComputed(name: string, code: string): boolean {
  if (/^(?:year|month|day)$/.test(name)) return false
  const [, params = ''] = /\bparams\s*:\s*\{([^{}]*)/.exec(code) ?? []
  const [, value] =
    new RegExp(`\\b${name}\\s*:\\s*([^\\n]*?)\\s*(?:,?\\s*$|,\\s*\\w+\\s*:)`, 'm').exec(params) ?? []
  return value !== undefined && !/^[\w$.?]+$/.test(value)
}
