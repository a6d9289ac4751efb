export type ExitCode = 1 | 2 | 129 | 130 | 143

/** Ends the command with one line on standard error: 1 for what went wrong, 2 for what was asked wrongly, more for a signal. */
export class UsageError extends Error {
  readonly exitCode: ExitCode
  constructor(message: string, exitCode: ExitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
