/**
 * Runs commands one after another, each with its own arguments, folder and environment. The entry of the built command is evaluated
 * anew each time; its imports stay loaded, which are most of the cost of a short command.
 */
const [, , main] = process.argv
let count = 0

process.on('message', async ({ args, cwd, env, end }) => {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.argv.splice(1, process.argv.length, main, ...args)
  process.exitCode = 0
  const entry = new URL(main)
  entry.search = String(++count)
  await import(entry.href)
  // The entry adds a listener per command.
  process.stdout.removeAllListeners('error')
  for (const stream of [process.stdout, process.stderr]) stream.write(`${end}${process.exitCode}\n`)
})
