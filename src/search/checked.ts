/**
 * Checked reads, which throw outside the array; `?? 0` would hide the error. There is one for each type, because V8 inlines a function
 * that sees a single array type to a plain read.
 */
export function itemAt<Item extends object>(list: readonly Item[], index: number): Item {
  return list[index] ?? outOfRange(index, list.length)
}

export function numberAt(list: readonly number[], index: number): number {
  return list[index] ?? outOfRange(index, list.length)
}

export function uint8At(list: Uint8Array, index: number): number {
  return list[index] ?? outOfRange(index, list.length)
}

export function uint16At(list: Uint16Array, index: number): number {
  return list[index] ?? outOfRange(index, list.length)
}

export function uint32At(list: Uint32Array, index: number): number {
  return list[index] ?? outOfRange(index, list.length)
}

export function int32At(list: Int32Array, index: number): number {
  return list[index] ?? outOfRange(index, list.length)
}

export function float64At(list: Float64Array, index: number): number {
  return list[index] ?? outOfRange(index, list.length)
}

export function addTo(list: Float64Array, index: number, amount: number): void {
  list[index] = float64At(list, index) + amount
}

function outOfRange(index: number, length: number): never {
  throw new RangeError(`index ${index} is out of range (length ${length})`)
}
