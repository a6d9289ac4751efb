import type { Archive } from '../archive/archive.ts'
import { listsOf } from '../archive/lists.ts'
import { oncePer } from './once.ts'

/** Every list of an archive, as trees. */
export const topLists = oncePer(({ posts, series }: Archive) => listsOf(posts, series))
