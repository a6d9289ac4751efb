import { UsageError } from '../base/errors.ts'
import { exportLess, importLimits } from './limits.ts'

/** The rows of a CSV file (RFC 4180) by the names in its first line. A row that is shorter lacks the last of them. */
export function readCsv(text: string, path: string): Record<string, string>[] {
  const [names = [], ...rows] = fieldsOf(text.replace(/^\ufeff/, ''), path)
  return rows
    .filter((row) => row.length > 1 || row[0] !== '')
    .map((row) =>
      Object.fromEntries(row.slice(0, names.length).map((value, at) => [names[at]?.trim(), value])),
    )
}

const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y

function fieldsOf(text: string, path: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let fields = 0
  for (let at = 0; at < text.length; at = field.lastIndex) {
    field.lastIndex = at
    const found = field.exec(text)
    if (!found) {
      const line = text.slice(0, at).split(/\r?\n|\r/).length
      throw new UsageError(
        `${path}:${line}: a quotation mark is not closed, or stands where none can. Export again.`,
      )
    }
    if (++fields > importLimits.csvFields)
      throw new UsageError(
        `${path} has more than ${importLimits.csvFields / 1e6} million fields. ${exportLess}`,
      )
    const [, quoted, plain = '', end] = found
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return row.length > 0 ? [...rows, row] : rows
}
