import { cacheSnapshot } from './cached-snapshot.ts'
import { runJob, type Session, startSession } from './compile-job.ts'
import type { CompileJob, CompileMessage } from './compiler.ts'
import type { OnProgress } from './progress.ts'

// Some supervisors send SIGHUP to the whole process group to reload; a running compilation must survive it.
process.on('SIGHUP', () => {})
// The parent has exited, or has no job for a while.
process.once('disconnect', () => process.exit())

let session: Session | undefined

process.on('message', async (job: CompileJob) => {
  const isFirst = session === undefined
  if (job.idleTimeout > 0) session ??= startSession(job)
  const reply = await runJob(job, job.reports ? progressReporter() : undefined, session)
  process.send?.(reply, () => {
    // After the reply, so that the server does not wait for it.
    if (isFirst && session?.packed && job.cacheFolder !== undefined)
      cacheSnapshot(job.cacheFolder, session.packed.file)
    if (job.idleTimeout === 0) process.exit()
  })
})

/** Sends progress ten times a second, and at the start of each phase. */
function progressReporter(): OnProgress {
  let [last, phase] = [0, '']
  return (step) => {
    const now = performance.now()
    if (step.phase === phase && now - last < 100) return
    last = now
    phase = step.phase
    // If the parent has exited, `disconnect` above ends this process.
    if (process.connected) process.send?.({ step } satisfies CompileMessage, () => {})
  }
}
