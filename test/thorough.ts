/**
 * How many cases a generated test tries: as many as somebody waits for after each change, or, with `THOROUGH=1` as CI sets it, as many
 * as the claim deserves.
 */
export function cases(few: number, thorough: number): number {
  return process.env['THOROUGH'] ? thorough : few
}
