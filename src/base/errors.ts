type ExitCode = 1 | 2 | 129 | 130 | 143

/** Ends the command with one line on stderr. Exit codes: 1 for a failure, 2 for wrong usage, 128 + n for signal n. */
export class UsageError extends Error {
  readonly exitCode: ExitCode
  constructor(message: string, exitCode: ExitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
