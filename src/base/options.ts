import { didYouMean, nearest } from './nearest.ts'

/** Every option of a public function by name; false for internal ones. The type keeps it complete. */
export type OptionNames<Options> = Readonly<Record<keyof Options, unknown>>

/** Throws on an option that `entry` does not have: JavaScript would ignore a misspelled name. */
export function requireOptions(entry: string, options: object, names: OptionNames<object>): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name))
  if (unknown === undefined) return
  const known = Object.entries(names).flatMap(([name, value]) => (value === false ? [] : [name]))
  const hint = didYouMean(nearest(unknown, known)) || `Options: ${known.join(', ')}.`
  throw new TypeError(`${entry} has no option "${unknown}". ${hint}`)
}

/** Catches a snapshot, or a missing handler, at start instead of at each request. */
export function requireHandler(entry: string, handler: unknown): void {
  if (typeof handler !== 'function') throw new TypeError(`${entry} needs a handler, which serve() returns`)
}
