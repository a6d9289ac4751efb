/** State sent to preview pages. */
export interface DevState {
  /** Changes with every update. */
  readonly version: string
  /** "1 error, 2 warnings", or ''. */
  readonly tally: string
  /** There are errors, so the page shows the last good state, if any. */
  readonly isBroken: boolean
  readonly isShown: boolean
  /** Problems since the last save, as text. */
  readonly problems: string
  /** By path: the publication date, or `draft`. */
  readonly unpublished: Readonly<Record<string, string>>
}
