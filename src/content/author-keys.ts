import * as z from 'zod'
import { httpUrl, line } from './key-forms.ts'

const kind = z.enum(['person', 'organization'], 'is neither person nor organization')
const familyName =
  'Family name of a person, by which citations are sorted; without it, the name is cited as a whole.'

/** A name alone is this with nothing but `name`. */
export const archiveAuthor = z.strictObject({
  name: line
    .describe('Author of posts that name none; `author: A name` is enough.')
    .meta({ fallback: 'The editors' }),
  type: kind.default('organization').describe('person or organization.'),
  url: httpUrl.optional().describe('The author’s own page.'),
  email: z.email('is not an e-mail address').optional().describe('Shown on the default contact page.'),
  family: line.optional().describe(familyName),
})

/** One of `authors`, whom posts name by a key. */
export const namedAuthor = z.strictObject({
  name: line.describe('As it is shown and cited.'),
  url: httpUrl.optional().describe('The author’s own page.'),
  email: z.email('is not an e-mail address').optional().describe('For citations that take one.'),
  family: line.optional().describe(familyName),
  type: kind.default('person').describe('person or organization.'),
})
