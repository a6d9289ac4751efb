/** A style without what it would load: parts of the drawing and data within it stay. One that could hide such a thing is left out whole. */
export function inertCss(css: string): string {
  if (!/[\\@(]/.test(css)) return css
  if (/\\|image-set\(|image\(|src\(|cross-fade\(|element\(/i.test(css)) return ''
  return css.replace(/@import[^;]*;?|url\((?!\s*["']?(?:#|data:))[^)]*\)?/gi, '')
}
