/** For what several forms share: made once for each subject, and forgotten with it. */
export function oncePer<Subject extends object, Made, Rest extends readonly unknown[]>(
  make: (subject: Subject, ...rest: Rest) => Made,
): (subject: Subject, ...rest: Rest) => Made {
  const made = new WeakMap<Subject, { readonly value: Made }>()
  return (subject, ...rest) => {
    const kept = made.get(subject) ?? { value: make(subject, ...rest) }
    made.set(subject, kept)
    return kept.value
  }
}
