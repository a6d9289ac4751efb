// What the pictures of the archive are put together from.
/** @import { Row } from './charts.mjs' */

export const width = 620
/** Where the picture begins, under its title and its key. */
export const top = 58

/**
 * Readable on a light page and on a dark one: a picture has its own background, and follows the reader's scheme as the page does.
 */
const style = `text{font:15px system-ui,sans-serif;fill:#1c2733}.title{font-weight:600}.soft{fill:#586878;font-size:14px}
rect,circle{fill:#94adc4}.own{fill:#1a5c99}.mid{fill:#5b87b0}.back{fill:#fff}path{stroke:#d9e0e6;fill:none}.axis{stroke:#7c8b99}.line{stroke:#94adc4;stroke-width:2.5}.own.line{stroke:#1a5c99;fill:none}
@media(prefers-color-scheme:dark){text{fill:#e3e8ed}.soft{fill:#a3b0bd}rect,circle{fill:#5c7287}.own{fill:#74b6f2}.mid{fill:#5b8fc0}.back{fill:#15191e}path{stroke:#323c46}.axis{stroke:#8a98a6}.line{stroke:#5c7287}.own.line{stroke:#74b6f2}}`

/** @param {string} title @param {number} height @param {readonly string[]} parts */
export function frame(title, height, parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -6 ${width + 32} ${height + 12}" width="${width + 32}" height="${height + 12}" role="img">
<title>${escaped(title)}</title>
<style>${style}</style>
<rect class="back" x="-16" y="-6" width="${width + 32}" height="${height + 12}"/>
${text(0, 18, title, 'start', 'title')}
${parts.filter(Boolean).join('\n')}
</svg>
`
}

/** What the colours stand for, in a line under the title. @param {readonly (readonly [string, string])[]} names */
export function key(names) {
  let x = 0
  return names.flatMap(([name, kind]) => {
    const from = x
    x += 34 + name.length * 7.4
    return [bar(from, top - 27, 13, kind, 13), text(from + 19, top - 15, name, 'start', 'soft')]
  })
}

/** @param {number} x @param {number} y @param {string} content @param {'start' | 'middle' | 'end'} anchor @param {string} [kind] */
export function text(x, y, content, anchor, kind) {
  const named = kind ? ` class="${kind}"` : ''
  const anchored = anchor === 'start' ? '' : ` text-anchor="${anchor}"`
  return `<text${named} x="${round(x)}" y="${round(y)}"${anchored}>${escaped(content)}</text>`
}

/** @param {number} x @param {number} y @param {string} content */
export function slanted(x, y, content) {
  return `<text class="soft" transform="translate(${round(x)} ${round(y)}) rotate(-42)">${escaped(content)}</text>`
}

/** @param {number} x @param {number} y @param {number} length @param {string} [kind] @param {number} [height] */
export function bar(x, y, length, kind, height = 20) {
  if (length <= 0) return ''
  return `<rect${kind ? ` class="${kind}"` : ''} x="${round(x)}" y="${round(y)}" width="${round(length)}" height="${height}"/>`
}

/** @param {number} x @param {number} y @param {boolean} own */
export function dot(x, y, own) {
  return `<circle${own ? ' class="own"' : ''} cx="${round(x)}" cy="${round(y)}" r="6"/>`
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {string} [kind] */
export function rule(x1, y1, x2, y2, kind) {
  return `<path${kind ? ` class="${kind}"` : ''} d="M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}"/>`
}

/** Room for the longest name. @param {readonly Row[]} rows */
export function widthOf(rows) {
  return 12 + Math.round(7.9 * Math.max(...rows.map(({ label }) => label.length)))
}

/** @param {number} value */
export function round(value) {
  return Math.round(value * 10) / 10
}

/** @param {number} value */
export function thousands(value) {
  return `${Math.round(value)}`.replace(/\B(?=(\d{3})+$)/g, ',')
}

/** @param {string} content */
function escaped(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
