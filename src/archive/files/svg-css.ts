/** A style without what it would load: parts of the drawing and data within it stay. One that could hide such a thing is left out whole. */
export function inertCss(css: string): string {
  if (!/[\\@(]/.test(css)) return css
  if (/\\|image-set\(|image\(|src\(|cross-fade\(|element\(/i.test(css)) return ''
  const inert = withoutLoads(css)
  // What is left on both sides of a removal may together be what was removed.
  return withoutLoads(inert) === inert ? inert : ''
}

function withoutLoads(css: string): string {
  return css.replace(/@import[^;]*;?|url\((?![ \t\r\n\f]*["']?(?:#|data:))[^)]*\)?/gi, '')
}
