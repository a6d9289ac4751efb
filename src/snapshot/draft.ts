/** A resource before it is sealed: its bodies, and the headers that go with each. */
export interface Draft {
  readonly path: string
  readonly negotiated: boolean
  /** Its path is named after its bytes, so that they never change. */
  readonly immutable: boolean
  /** In server order. */
  readonly forms: readonly Form[]
}

/** A resource whose text and headers have slots, which `search-page/slots.ts` fills when it is asked for. */
export interface Template extends Draft {
  readonly forms: readonly TextForm[]
}

export interface TextForm extends Form {
  readonly body: string
}

export interface Form {
  /** The whole Content-Type. */
  readonly contentType: string
  readonly body: string | Uint8Array
  /** Headers of this form alone, as name, value, name, value. */
  readonly headers: readonly string[]
}
