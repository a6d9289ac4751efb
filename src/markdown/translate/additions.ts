import type { Edit } from '../edits.ts'
import { admonitions } from './admonitions.ts'
import { callouts } from './callouts.ts'
import { escapedFormulas } from './formulas.ts'
import { imageDestinations } from './image-destinations.ts'
import { contentsMarks } from './wiki-links.ts'

/** What parsers of markdown add to it and no other use of markdown looks like: it is understood whatever a post was written for. */
export function additions(source: string): Edit[] {
  return [admonitions, callouts, escapedFormulas, imageDestinations, contentsMarks].flatMap((find) =>
    find(source),
  )
}
