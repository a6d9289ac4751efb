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

/** Returns a validator for any part of the contract, by JSON pointer. */
export function validators(contract: OpenApi): (...pointer: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  formats.default(ajv)
  ajv.addSchema(contract, 'contract')
  return (...pointer) => {
    const steps = pointer.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    const found = ajv.getSchema(`contract#/${steps.join('/')}`)
    if (!found) throw new Error(`nothing in the contract at ${pointer.join(' › ')}`)
    return found
  }
}

/**
 * Checks every response against the published contract: the four operations return only documented statuses in the
 * documented schema, and every other error is an error object.
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
    if (method === 'POST' && path === '/mcp') return checkRpc(what, reply)
    if (operation && status !== 304 && status !== 412) {
      if (!operation.documented.includes(String(status))) throw new Error(`${what} is not in the contract`)
      const at = ['get', 'responses', String(status), 'content', 'application/json', 'schema']
      checkSchema(what, reply, validator('paths', operation.template, ...at))
    } else if (status >= 400) {
      checkSchema(what, reply, validator('components', 'schemas', 'Error'))
    }
  }
}

/** Errors of the MCP endpoint are JSON-RPC errors. */
function checkRpc(what: string, reply: Reply): void {
  if (reply.status < 400) return
  const { jsonrpc, error } = reply.json<{ jsonrpc: string; error: { code: unknown; message: unknown } }>()
  const isRpcError = jsonrpc === '2.0' && Number.isInteger(error?.code) && typeof error?.message === 'string'
  if (!isRpcError) throw new Error(`${what} is not a JSON-RPC error`)
}

function checkSchema(what: string, reply: Reply, validate: ValidateFunction): void {
  const type = reply.header('Content-Type')
  if (type !== 'application/json') throw new Error(`${what} is ${type}, not application/json`)
  if (validate(reply.json())) return
  const errors = validate.errors?.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
  throw new Error(`${what} does not match its schema: ${errors?.join('; ')}`)
}
