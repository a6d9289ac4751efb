/**
 * Elements of arrays that must be there. Outside its ends an array reads as undefined, and `?? 0` would make a result of it; these
 * throw. There is one for each type, because V8 makes a plain read of a function that sees one type of array alone.
 */
export function itemAt<Item extends object>(list: readonly Item[], index: number): Item {
  return list[index] ?? outside(index, list.length)
}

export function numberAt(list: readonly number[], index: number): number {
  return list[index] ?? outside(index, list.length)
}

export function uint8At(list: Uint8Array, index: number): number {
  return list[index] ?? outside(index, list.length)
}

export function uint16At(list: Uint16Array, index: number): number {
  return list[index] ?? outside(index, list.length)
}

export function uint32At(list: Uint32Array, index: number): number {
  return list[index] ?? outside(index, list.length)
}

export function int32At(list: Int32Array, index: number): number {
  return list[index] ?? outside(index, list.length)
}

export function float64At(list: Float64Array, index: number): number {
  return list[index] ?? outside(index, list.length)
}

/** Adds to an element. */
export function addTo(list: Float64Array, index: number, amount: number): void {
  list[index] = float64At(list, index) + amount
}

function outside(index: number, length: number): never {
  throw new RangeError(`element ${index} of ${length}`)
}
