import { compile, folder, pack } from '../compile.ts'
import type { CompileJob, CompileReply } from './compiler.ts'
import { isSystemError } from './settings.ts'

// Some supervisors signal the whole group to have the content read again; what is being read must not die of it.
process.on('SIGHUP', () => {})
// The parent is gone: nobody waits for what is being compiled.
process.once('disconnect', () => process.exit())

process.once('message', async (job: CompileJob) => {
  const reply = await run(job)
  process.send?.(reply, () => process.exit())
})

async function run({ dir, options }: CompileJob): Promise<CompileReply> {
  try {
    const { value: snapshot, diagnostics } = await compile(folder(dir), options)
    return { packed: snapshot && pack(snapshot), diagnostics }
  } catch (error) {
    if (isSystemError(error)) return { failed: error.message }
    throw error
  }
}
