/** What a page in a browser is told of the folder that it is a preview of. */
export interface DevState {
  /** Another one for every change. */
  readonly version: string
  /** "1 error, 2 warnings"; '' when nothing is wrong. */
  readonly tally: string
  /** There are errors, so that what is shown is from before them, if anything is. */
  readonly isBroken: boolean
  readonly isShown: boolean
  /** What has changed since the last save, as `citable check` says it. */
  readonly problems: string
  /** From the path of a page to the day that it is dated, or to `draft`. */
  readonly unpublished: Readonly<Record<string, string>>
}
