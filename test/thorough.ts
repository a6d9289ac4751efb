/**
 * The tests have two tiers. `npm test` is the quick one, for each change. `npm run test:all`, which CI runs, sets THOROUGH=1: it adds
 * the *.thorough.test.ts files, and tests that sample run all of their cases.
 */
export const isThorough = Boolean(process.env['THOROUGH'])

/** Which cases a test runs, or how many: `few` in quick tests. */
export function cases<Some>(few: Some, thorough: Some): Some {
  return isThorough ? thorough : few
}
