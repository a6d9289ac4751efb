/** JSON-RPC's codes, and those that MCP adds. */
const codes = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  /** Of the handshake era; later a resource that is not there is a wrong parameter. */
  resource: -32002,
  header: -32020,
  version: -32022,
} as const

/** An error answer: a JSON-RPC error, and the HTTP status it travels with. Its message never repeats what was sent. */
export class RpcError {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data: object | undefined

  constructor(status: number, kind: keyof typeof codes, message: string, data?: object) {
    this.status = status
    this.code = codes[kind]
    this.message = message
    this.data = data
  }
}
