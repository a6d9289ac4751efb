import type { Diagnostic } from '../base/diagnostics.ts'
import type { FieldSchema } from '../base/hooks.ts'
import { problem } from '../base/text-file.ts'
import { readMatter } from './matter.ts'
import type { SourceDocument } from './read.ts'
import { offsetOf, type ParsedValue } from './yaml.ts'

/** Validates front matter with the program's schema; reports issues where they occur. */
export async function withOwnFields(posts: readonly SourceDocument[], schema: FieldSchema) {
  const diagnostics: Diagnostic[] = []
  const read = posts.map(async (post) => {
    const { file } = post
    const root = readMatter(file).value?.root
    if (!root) return post
    const result = await schema['~standard'].validate(typed(root, file.text))
    for (const { message, path = [] } of result.issues ?? []) {
      const keys = path.map((step) => String(typeof step === 'object' ? step.key : step))
      const sentence = message.replace(/\.?$/, '.')
      const what = keys.length > 0 ? `\`${keys.join('.')}\`: ${sentence}` : sentence
      const hint = 'Change the value, or the schema of your own fields.'
      diagnostics.push(problem(file, offsetOf(root, keys), 'own-field', what, hint))
    }
    // Through JSON: dates and the like become text.
    return result.issues ? post : { ...post, ownFields: JSON.parse(JSON.stringify(result.value)) }
  })
  return { posts: await Promise.all(read), diagnostics }
}

/** Our parsers keep scalars as text. For custom fields, apply the format's types, in YAML those of its core schema. */
function typed({ value, parts, offset, typed: own }: ParsedValue, text: string): unknown {
  if (own !== undefined) return own
  const inner = Array.from(parts, ([key, part]) => [key, typed(part, text)] as const)
  if (Array.isArray(value)) return inner.map(([, one]) => one)
  if (typeof value === 'object' && value !== null) return Object.fromEntries(inner)
  if (typeof value !== 'string' || /["'|>[{*!]/.test(text[offset] ?? '')) return value
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(value)) return value.toLowerCase() === 'true'
  return /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(value) ? Number(value) : value
}
