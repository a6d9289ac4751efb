/** A moment as a clock on the wall shows it. */
export interface Moment {
  /** YYYY-MM-DD */
  readonly day: string
  /** HH:MM:SS */
  readonly time: string
  /** +HH:MM */
  readonly offset: string
}

/** By the clock of whoever runs the command. Only what is said to a person depends on it, and the date of a new draft. */
export function now(): Moment {
  const date = new Date()
  const two = (number: number) => String(number).padStart(2, '0')
  const minutes = -date.getTimezoneOffset()
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
    offset: `${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`,
  }
}
