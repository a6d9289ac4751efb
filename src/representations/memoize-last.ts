/**
 * For what several forms share: made once for a subject whose forms are made one after another, and forgotten with it or for the next.
 */
export function memoizeLast<Subject extends object, Made, Rest extends readonly unknown[]>(
  make: (subject: Subject, ...rest: Rest) => Made,
): (subject: Subject, ...rest: Rest) => Made {
  let latest = new WeakMap<Subject, { readonly value: Made }>()
  return (subject, ...rest) => {
    const kept = latest.get(subject)
    if (kept) return kept.value
    const value = make(subject, ...rest)
    latest = new WeakMap([[subject, { value }]])
    return value
  }
}
