/** A resource before it is sealed: its bodies, and the headers that go with each. */
export interface Draft {
  readonly path: string
  readonly negotiated: boolean
  /** In server order. */
  readonly forms: readonly Form[]
}

export interface Form {
  /** The whole Content-Type. */
  readonly contentType: string
  readonly body: string | Uint8Array
  /** Headers of this form alone, as name, value, name, value. */
  readonly headers: readonly string[]
}
