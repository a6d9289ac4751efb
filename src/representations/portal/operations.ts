import { postJsonPath } from '../../archive/urls.ts'
import { openapi } from '../openapi.ts'
import type { Published } from '../published.ts'
import { inShort, type Part } from './sample.ts'

/** The operations of the contract, as the contract says they are: what they take, what they answer, an example. */
export function portalOperations(archive: Published): Part[] {
  const { paths, components } = openapi(archive)
  const { urls, posts } = archive
  return Object.entries(paths).flatMap(([template, { get }]): Part[] => {
    const path = template === postJsonPath('{postId}') ? postJsonPath(posts[0]?.id ?? '') : template
    const { schema, example } = get.responses[200].content['application/json']
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    const parameters = (get.parameters ?? []) as readonly Parameter[]
    return [
      `### ${get.operationId}\n\n${get.summary}: \`GET ${urls.path(template)}\`\n\n${get.description}`,
      ...(parameters.length > 0 ? [parameterTable(parameters)] : []),
      {
        url: urls.url(path),
        path: urls.path(path),
        answer: { language: 'json', text: JSON.stringify(inShort(example), null, 2) },
      },
      fieldTable(components.schemas[name] as Schema),
    ]
  })
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description: string
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    (one) => `| \`${one.name}\` | ${one.in} | ${one.required ? 'yes' : 'no'} | ${one.description} |`,
  )
  return `| parameter | in | required | meaning |\n|---|---|---|---|\n${rows.join('\n')}`
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

function fieldTable({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      `| \`${name}\` | ${typeOf(schema)} | ${required.includes(name) ? 'required' : 'optional'} | ${schema.description ?? ''} |`,
  )
  return `| field | type | presence | meaning |\n|---|---|---|---|\n${rows.join('\n')}`
}

function typeOf({ type, format, items, $ref }: Schema): string {
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1)
  if (items !== undefined) return `list of ${typeOf(items)}`
  const plain = typeof type === 'string' ? type : (type ?? []).join(' or ')
  return format === undefined ? plain : `${plain} (${format})`
}
