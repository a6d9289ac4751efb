import type { Edit } from '../../markdown/source.ts'
import { readArguments, readMarks, translateTags } from './tags.ts'
import type { Tag } from './translator.ts'
import type { Translator } from './translator.ts'

// `{{< name a=1 >}}`, `{{% name %}}` → their markdown, also in code; `{{</* name */>}}` → `{{< name >}}`
export const shortcodes: Translator = (source, options) => {
  const tags: Tag[] = []
  const escaped: Edit[] = []
  readMarks(source.text, /\{\{[<%]/g, ({ start, end, open, close, inside }) => {
    const [, comment] = /^\/\*([\s\S]*)\*\/$/.exec(inside) ?? []
    if (comment !== undefined) escaped.push({ start, end, text: open + comment + close })
    else {
      const [, closes = '', name = '', args = ''] = /^(\/?)\s*([\w./-]*)([\s\S]*)$/.exec(inside) ?? []
      const isAlone = args.trimEnd().endsWith('/')
      const kind = closes ? 'close' : isAlone ? 'alone' : 'open'
      tags.push({ name, start, end, kind, ...readArguments(isAlone ? args.trimEnd().slice(0, -1) : args) })
    }
    return true
  })
  return [...escaped, ...translateTags(source, options, tags)]
}
