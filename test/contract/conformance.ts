import formats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Reply } from './client.ts'

export interface OpenApi {
  readonly openapi: string
  readonly info: {
    readonly version: string
    readonly contact: Readonly<Record<string, string>>
    readonly license: Readonly<Record<string, string>>
  }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface Operation {
  readonly operationId: string
  readonly parameters?: readonly (Schema & { readonly schema: Schema })[]
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, MediaType>> }>>
}

export interface MediaType {
  readonly schema: { readonly $ref: string }
  readonly example: unknown
}

export type Schema = Readonly<Record<string, unknown>>

/** A validator for any part of a contract, found by its JSON pointer. */
export function validators(contract: OpenApi): (...pointer: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  formats.default(ajv)
  ajv.addSchema(contract, 'contract')
  return (...pointer) => {
    const steps = pointer.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    const found = ajv.getSchema(`contract#/${steps.join('/')}`)
    if (!found) throw new Error(`the contract has nothing at ${pointer.join(' › ')}`)
    return found
  }
}

/**
 * Holds every reply against the contract that the service itself publishes: the four operations answer only what they
 * document, in the shape they document, and whatever is refused anywhere is refused with an error object.
 */
export function conformance(contract: OpenApi): (method: string, path: string, reply: Reply) => void {
  const validator = validators(contract)
  const operations = Object.entries(contract.paths).map(([template, { get }]) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    documented: Object.keys(get.responses),
  }))

  return (method, path, reply) => {
    if (method === 'HEAD' || method === 'OPTIONS') return
    const { status } = reply
    const operation =
      method === 'GET' && operations.find(({ pattern }) => pattern.test(path.replace(/\?.*/, '')))
    const what = `${method} ${path} → ${status}`
    if (method === 'POST' && path === '/mcp') return holdRpc(what, reply)
    if (operation && status !== 304 && status !== 412) {
      if (!operation.documented.includes(String(status))) throw new Error(`${what} is not in the contract`)
      const at = ['get', 'responses', String(status), 'content', 'application/json', 'schema']
      hold(what, reply, validator('paths', operation.template, ...at))
    } else if (status >= 400) {
      hold(what, reply, validator('components', 'schemas', 'Error'))
    }
  }
}

/** What is refused at the MCP endpoint is refused in the words of JSON-RPC. */
function holdRpc(what: string, reply: Reply): void {
  if (reply.status < 400) return
  const { jsonrpc, error } = reply.json<{ jsonrpc: string; error: { code: unknown; message: unknown } }>()
  const whole = jsonrpc === '2.0' && Number.isInteger(error?.code) && typeof error?.message === 'string'
  if (!whole) throw new Error(`${what} is not a JSON-RPC error`)
}

function hold(what: string, reply: Reply, validate: ValidateFunction): void {
  const type = reply.header('Content-Type')
  if (type !== 'application/json') throw new Error(`${what} is ${type}, not application/json`)
  if (validate(reply.json())) return
  const errors = validate.errors?.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
  throw new Error(`${what} breaks its schema: ${errors?.join('; ')}`)
}
