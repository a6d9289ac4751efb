import { workLimits } from './tuning.ts'

/** The steps of one call. */
export class Work {
  spent = 0

  get isOver(): boolean {
    return this.spent >= workLimits.steps
  }

  /** For what is done in any case. */
  add(steps: number): void {
    this.spent += steps
  }

  /** For what can be left out: false when the steps that are left do not suffice. */
  take(steps: number): boolean {
    if (this.spent + steps > workLimits.steps) return false
    this.spent += steps
    return true
  }
}
