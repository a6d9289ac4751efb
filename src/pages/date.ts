const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

export interface Day {
  readonly iso: string
  readonly text: string
}

/** A date as people read it, without the locale data of whatever machine builds. */
export function day(iso: string): Day {
  const [year, month, date] = iso.split('-')
  return { iso, text: `${Number(date)} ${months[Number(month) - 1]} ${year}` }
}

/** YYYY-MM as people read it. */
export function month(iso: string): string {
  const [year, number] = iso.split('-')
  return `${months[Number(number) - 1]} ${year}`
}
