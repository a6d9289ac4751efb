import type { Edit } from '../../markdown/source.ts'
import { readArguments, readMarks, translateTags } from '../syntaxes/tags.ts'
import type { Tag } from '../syntaxes/translator.ts'
import type { Translator } from '../syntaxes/translator.ts'

// `{{ name(a=1) }}`, `{% name() %}…{% end %}` → their markdown; `{{/* name() */}}` → `{{ name() }}`
export const tera: Translator = (source, options) => {
  const tags: Tag[] = []
  const opened: string[] = []
  const escaped: Edit[] = []
  readMarks(source.text, /\{[%{]/g, ({ start, end, open, close, inside }) => {
    const hasBody = open === '{%'
    const [, name, args = ''] = /^(\w+)\(([\s\S]*)\)$/.exec(inside) ?? []
    const [, comment] = /^\/\*([\s\S]*)\*\/$/.exec(inside) ?? []
    if (name !== undefined) {
      if (hasBody) opened.push(name)
      tags.push({ name, start, end, kind: hasBody ? 'open' : 'alone', ...readArguments(args) })
    } else if (comment !== undefined) escaped.push({ start, end, text: open + comment + close })
    else if (hasBody && inside === 'end')
      tags.push({ name: opened.pop() ?? 'end', start, end, kind: 'close', ...readArguments('') })
    else return false
    return true
  })
  return [...escaped, ...translateTags(source, options, tags)]
}
