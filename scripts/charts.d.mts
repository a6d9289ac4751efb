/** A row of a table or of a data file: its name, and the numbers of the columns that were asked for. */
export interface Row {
  readonly label: string
  readonly values: readonly number[]
}

export interface Source {
  /** The rows of the post's first table with these columns. */
  readonly table: (label: string, ...values: string[]) => Row[]
  /** The rows of archive/assets/POST-NAME.csv, whose first column names them. */
  readonly data: (...values: string[]) => Row[]
}

export interface Chart {
  readonly post: string
  /** The picture is archive/assets/POST-NAME.svg. */
  readonly name: string
  readonly title: string
  readonly draw: (title: string, source: Source) => string
}

export const charts: readonly Chart[]
/** The picture, as it stands in its file. */
export function draw(chart: Chart): string
export function fileOf(chart: Chart): string
/** The data that a chart is drawn from, where no table of its post has them. */
export function dataOf(chart: Chart): string
