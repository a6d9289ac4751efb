import type { Body } from './body.ts'
import type { Identified } from './identify.ts'

/** What front matter did not say about a post, and where it was taken from. */
export interface Derived {
  /** The post's file. */
  readonly path: string
  readonly from: readonly string[]
  /** Keys of its front matter that mean nothing here. */
  readonly ignored: number
}

export function derivedOf({ written, published }: Identified, { title, lead }: Body): Derived {
  const { facts, file } = written
  const from = [
    !facts.title && `title from ${title === undefined ? 'the file name' : 'the first heading'}`,
    !facts.summary && `summary from ${lead === '' ? 'the title' : 'the first paragraph'}`,
    !facts.published && published !== undefined && 'date from the path or an old address',
    !facts.published && published === undefined && 'no date',
  ]
  return { path: file.path, from: from.filter((one) => one !== false), ignored: facts.ignored }
}
