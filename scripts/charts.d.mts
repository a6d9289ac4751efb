/** Bars, one for each row of a table. */
export interface Chart {
  readonly post: string
  /** The picture is archive/assets/POST-NAME.svg. */
  readonly name: string
  /** The head of the column that names the rows. */
  readonly label: string
  /** The head of the column with the numbers. */
  readonly value: string
  readonly title: string
  /** Rows that the post is about; the others are there to compare. */
  readonly own?: RegExp
}

export const charts: readonly Chart[]
/** The picture, as it stands in its file. */
export function draw(chart: Chart): string
export function fileOf(chart: Chart): string
