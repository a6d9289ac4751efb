/** Several forms ask for the same thing; it is made once for each subject, and goes with it. */
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
