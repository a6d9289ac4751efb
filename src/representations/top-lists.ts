import type { Archive } from '../archive/archive.ts'
import { listsOf } from '../archive/lists.ts'
import { oncePer } from './once.ts'

/** The lists of an archive: its years, series and tags, each with everything below it. */
export const topLists = oncePer(({ posts, series }: Archive) => listsOf(posts, series))
