import type * as z from 'zod'

/** zod is exact where the contract is plain: a format says enough without its pattern, an integer without its bounds. */
export function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  const [value, none] = schema.anyOf ?? []
  if (schema.anyOf?.length === 2 && none?.type === 'null' && typeof value?.type === 'string') {
    delete schema.anyOf
    Object.assign(schema, value, { type: [value.type, 'null'] })
  }
  if (schema.propertyNames !== undefined && Object.keys(schema.propertyNames).join() === 'type')
    delete schema.propertyNames
}
