import * as z from 'zod'
import { isHttpUrl } from '../base/paths.ts'

/** One line of text. */
export const line = z
  .string()
  .trim()
  .min(1, 'has no text')
  .regex(/^[^\n]*$/, 'is more than one line')

export const oneOrMore = (one: z.ZodString) =>
  z.union([one.transform((text) => [text]), z.array(one)], 'is neither a text nor a list')
export const glob = line.regex(/^!?(?!\.\.)[^\\]+$/, 'is not a path below the folder, with * for what varies')

/** A file of the archive, by its path. */
export const file = line.regex(/^(?!\/|\.\.)[^\\:]+$/, 'is not the path of a file in the folder')

/** A file, or names; it goes into a style sheet as it is. */
export const font = line.regex(/^[\p{L}\d\s'",_./-]+$/u, 'is neither a .woff2 file nor names of fonts')

export const off = z.stringbool().default(false)
export const httpUrl = z
  .string()
  .refine(isHttpUrl, 'is not an absolute http or https URL such as https://archive.example')
