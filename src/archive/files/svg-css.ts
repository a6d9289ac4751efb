/** A style without what it would load: parts of the drawing and data within it stay. One that could hide such a thing is left out whole. */
export function inertCss(css: string): string {
  if (!/[\\@(]/.test(css)) return css
  const meant = withoutEscapes(css)
  if (/image-set\(|image\(|src\(|cross-fade\(|element\(/i.test(meant)) return ''
  if (meant !== css && withoutLoads(meant) !== meant) return ''
  const inert = withoutLoads(css)
  // What is left on both sides of a removal may together be what was removed.
  return withoutLoads(inert) === inert ? inert : ''
}

function withoutLoads(css: string): string {
  return css.replace(/@import[^;]*;?|url\((?![ \t\r\n\f]*["']?(?:#|data:))[^)]*\)?/gi, '')
}

/** The characters that escapes stand for (CSS Syntax §4.3.7): names begin with a digit by one, and `\75rl(` is a load. */
function withoutEscapes(css: string): string {
  if (!css.includes('\\')) return css
  return css.replace(
    /\\(?:([\da-f]{1,6})(?:\r\n|[ \t\r\n\f])?|(\r\n|[\s\S])?)/gi,
    (_, number?: string, character = '') => {
      if (number === undefined) return /[\r\n\f]/.test(character) ? '' : character
      return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(number, 16)))
    },
  )
}
