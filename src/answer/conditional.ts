/**
 * If-None-Match on GET and HEAD: true when the client already has the selected representation. Comparison is weak
 * (RFC 9110 §13.1.2), so that a tag weakened by a cache on the way still counts.
 */
export function isCurrent(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true
  const tags = entityTags(ifNoneMatch)
  return tags === '*' || tags.includes(etag) || tags.includes(`W/${etag}`)
}

/** If-Match: true when the client insists on another representation. Comparison is strong (RFC 9110 §13.1.1). */
export function preconditionFails(ifMatch: string, etag: string): boolean {
  const tags = entityTags(ifMatch)
  return tags !== '*' && tags.length > 0 && !tags.includes(etag)
}

const element = /[\t ,]*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[\t ]*(?=,|$)/y
const rest = /[\t ,]*$/y

/** The tags of a list as they are written; none when it is malformed, so that the header counts as absent. */
function entityTags(header: string): '*' | readonly string[] {
  if (header.trim() === '*') return '*'
  const tags: string[] = []
  element.lastIndex = 0
  let end = 0
  for (let found = element.exec(header); found?.[1] !== undefined; found = element.exec(header)) {
    tags.push(found[1])
    end = element.lastIndex
  }
  rest.lastIndex = end
  return rest.test(header) ? tags : []
}
