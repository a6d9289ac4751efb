/**
 * The tests have two tiers. `npm test` is the quick one, for after each change. `npm run test:all`, which CI runs, sets THOROUGH=1: files
 * named *.thorough.test.ts run too, and tests that sample try all that their claim deserves.
 */
export const isThorough = Boolean(process.env['THOROUGH'])

/** How many cases a test tries, or which. */
export function cases<Some>(few: Some, thorough: Some): Some {
  return isThorough ? thorough : few
}
