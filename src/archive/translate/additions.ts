import type { Edit } from '../edits.ts'
import { admonitions } from './admonitions.ts'
import { callouts } from './callouts.ts'
import { escapedFormulas } from './formulas.ts'
import { imageSizes } from './image-sizes.ts'
import { contentsMarks } from './wiki-links.ts'

/** What parsers of markdown add to it and no other use of markdown looks like: it is understood whatever a post was written for. */
export function additions(source: string): Edit[] {
  return [admonitions, callouts, escapedFormulas, imageSizes, contentsMarks].flatMap((find) => find(source))
}
