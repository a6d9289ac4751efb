import type { Diagnostic } from '../base/diagnostics.ts'
import { UsageError } from '../base/errors.ts'
import { say } from '../base/escape.ts'
import { ecsLine, errorsAsEcs, type Level, type LogFormat } from '../runtime/node/metrics/log.ts'
import { report } from './report.ts'
import { inColour, isSystemError } from './settings.ts'

/** What a server says for itself, as a person reads it or as a log shipper takes it. */
export interface Messages {
  say(line: string): void
  warn(line: string): void
  problems(diagnostics: readonly Diagnostic[], dir: string): void
  /** Tells what ends the work, if it is told here; returns the exit status. */
  untilDone(work: () => Promise<number>): Promise<number>
}

export function messagesIn(format: LogFormat): Messages {
  return format === 'ecs' ? ecs() : text
}

const text: Messages = {
  say: (line) => say(process.stdout, line),
  warn: (line) => say(process.stderr, line),
  problems: (diagnostics, dir) => {
    process.stderr.write(report(diagnostics, dir, { colour: inColour(process.stderr) }))
  },
  untilDone: (work) => work(),
}

function ecs(): Messages {
  errorsAsEcs()
  const tell = (level: Level, message: string, fields = {}) => {
    const stream = level === 'info' ? process.stdout : process.stderr
    stream.write(ecsLine(level, message, { 'event.dataset': 'citable.log', ...fields }))
  }
  return {
    say: (line) => tell('info', line),
    warn: (line) => tell('warn', line),
    problems(diagnostics) {
      for (const { severity, path, line, column, rule, message, hint } of diagnostics)
        tell(
          ({ error: 'error', warning: 'warn', note: 'info' } as const)[severity],
          `${path}:${line}:${column} ${rule}: ${message} ${hint}`,
          { 'file.path': path, 'rule.id': rule },
        )
    },
    async untilDone(work) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof UsageError) && !isSystemError(error)) throw error
        tell('error', error.message)
        return error instanceof UsageError ? error.exitCode : 1
      }
    },
  }
}
