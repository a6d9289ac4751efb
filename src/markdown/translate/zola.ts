import { closingMark } from './scan.ts'
import { readArguments, type Tag } from './tag.ts'

/** `{{ name(key=value) }}`, and `{% name(…) %}` with a body until `{% end %}`, which closes the nearest. */
export function zolaTags(source: string): readonly Tag[] {
  const tags: Tag[] = []
  const open: string[] = []
  let done = 0
  for (const { 0: mark, index: start } of source.matchAll(/\{[%{]/g)) {
    if (start < done) continue
    const stop = closingMark(source, start + 2, mark === '{%' ? '%}' : '}}')
    if (stop === -1) continue
    const inside = source.slice(start + 2, stop).trim()
    const [, name, given = ''] = /^(\w+)\(([\s\S]*)\)$/.exec(inside) ?? []
    const range = { start, end: stop + 2 }
    if (name !== undefined) {
      if (mark === '{%') open.push(name)
      tags.push({ name, ...range, kind: mark === '{%' ? 'open' : 'alone', ...readArguments(given) })
    } else if (mark === '{%' && inside === 'end') {
      const opened = open.pop() ?? 'end'
      tags.push({ name: opened, ...range, kind: 'close', positional: [], named: new Map() })
    } else continue
    done = range.end
  }
  return tags
}
