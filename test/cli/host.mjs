/**
 * Runs one command after the other, each with arguments, a folder and an environment of its own. The entry of the built command is
 * evaluated anew for each; what it imports stays loaded, which is most of what a short command costs.
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
  // The entry listens there, once for each command.
  process.stdout.removeAllListeners('error')
  for (const stream of [process.stdout, process.stderr]) stream.write(`${end}${process.exitCode}\n`)
})
