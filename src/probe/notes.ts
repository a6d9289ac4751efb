import { type OutsideRule, type OutsideRuleName, outsideRules } from './rules.ts'

/** What was found about one rule. */
export interface Finding {
  readonly level: 'error' | 'warning' | 'ok'
  readonly rule: OutsideRuleName
  /** The request it was found with; of a rule that holds, its meaning. */
  readonly what: string
  readonly expected?: string
  readonly got?: string
  readonly fix?: string
  /** How often it was found; of a rule that holds, how often it was tried. */
  readonly times: number
}

/** Takes down each thing that was compared, so that a rule that nothing was held to does not count as kept. */
export interface Notes {
  hold(rule: OutsideRuleName, what: string, expected: string, got: string, holds?: boolean): void
  findings(): Finding[]
}

export function takeNotes(): Notes {
  const tried = new Map<OutsideRuleName, number>()
  const broken = new Map<string, Finding>()
  return {
    hold(rule, what, expected, got, holds = expected === got) {
      tried.set(rule, (tried.get(rule) ?? 0) + 1)
      if (holds) return
      const key = JSON.stringify([rule, expected, got])
      const { level, fix }: OutsideRule = outsideRules[rule]
      const before = broken.get(key)
      const times = (before?.times ?? 0) + 1
      broken.set(key, before ? { ...before, times } : { level, rule, what, expected, got, fix, times })
    },
    findings() {
      const all = [...broken.values()]
      return (Object.keys(outsideRules) as OutsideRuleName[]).flatMap((rule): Finding[] => {
        const found = all.filter((one) => one.rule === rule)
        const times = tried.get(rule) ?? 0
        if (found.length > 0 || times === 0) return found
        return [{ level: 'ok', rule, what: outsideRules[rule].meaning, times }]
      })
    },
  }
}
