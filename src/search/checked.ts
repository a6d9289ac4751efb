/**
 * Checked reads, which throw outside the array; `?? 0` would hide the error. There is one for each type, because V8 inlines a function
 * that sees a single array type to a plain read.
 */
export const itemAt = <Item extends object>(list: readonly Item[], index: number): Item =>
  list[index] ?? outOfRange(index, list.length)

export const numberAt = (list: readonly number[], index: number): number =>
  list[index] ?? outOfRange(index, list.length)

export const uint8At = (list: Uint8Array, index: number): number =>
  list[index] ?? outOfRange(index, list.length)

export const uint16At = (list: Uint16Array, index: number): number =>
  list[index] ?? outOfRange(index, list.length)

export const uint32At = (list: Uint32Array, index: number): number =>
  list[index] ?? outOfRange(index, list.length)

export const int32At = (list: Int32Array, index: number): number =>
  list[index] ?? outOfRange(index, list.length)

export const float64At = (list: Float64Array, index: number): number =>
  list[index] ?? outOfRange(index, list.length)

export function addTo(list: Float64Array, index: number, amount: number): void {
  list[index] = float64At(list, index) + amount
}

function outOfRange(index: number, length: number): never {
  throw new RangeError(`index ${index} is out of range (length ${length})`)
}
