/** markdown-it replaces rules but hands none out; the list it keeps them in is stable and used by its plugins. */
export function ruleOf<Rule>(ruler: { at(name: string, rule: Rule): void }, name: string): Rule {
  const { __rules__: rules } = ruler as unknown as { __rules__: { name: string; fn: Rule }[] }
  const rule = rules.find((one) => one.name === name)
  if (!rule) throw new Error(`markdown-it has no rule ${name}`)
  return rule.fn
}
