type ExitCode = 1 | 2 | 129 | 130 | 143

/** Ends the command with one line on stderr. Exit codes: 1 for a failure, 2 for wrong usage, 128 + n for signal n. */
export class UsageError extends Error {
  readonly exitCode: ExitCode
  constructor(message: string, exitCode: ExitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** A packed archive that was changed or truncated after it was written. */
export class DamagedSnapshot extends Error {
  constructor(part: string, problem = 'does not match its checksum') {
    super(`The packed archive is damaged: ${part} ${problem}.`)
  }
}

/** Matches errors of the operating system, whose messages name the path, and damaged packed archives. Other errors are bugs. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof DamagedSnapshot || (error instanceof Error && 'syscall' in error)

/** Appended to unexpected errors. */
export const bugNotice = 'This is a bug in Citable; please report it.'
