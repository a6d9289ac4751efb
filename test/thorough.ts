/** Whether everything is tried, as CI does, with `THOROUGH=1`; otherwise as much as somebody waits for after each change. */
export const isThorough = Boolean(process.env['THOROUGH'])

/** How many cases a test tries, or which. */
export function cases<Some>(few: Some, thorough: Some): Some {
  return isThorough ? thorough : few
}
