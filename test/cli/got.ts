import { Command } from 'commander'
import { type Handler, requireAnswer } from '../../src/answer/request.ts'
import { type GetOptions, printed, requestFor } from '../../src/cli/commands/get.ts'
import { getArguments } from '../../src/cli/program.ts'
import { compile, type CompileOptions, fromFolder } from '../../src/compile.ts'
import { serve } from '../../src/serve.ts'

/** What `citable get` prints, from its own functions in this process, which avoids a compile per call. */
export function got(handler: Handler, args: readonly string[]): Buffer {
  const command = getArguments(new Command()).parse(args, { from: 'user' })
  const options = command.opts<GetOptions>()
  return Buffer.from(printed(requireAnswer(handler(requestFor(command.args[0] ?? '', options))), options))
}

/** A handler for the archive in a folder, for `got`. */
export async function handlerOf(dir: string, options: CompileOptions): Promise<Handler> {
  const { value: snapshot } = await compile(fromFolder(dir), options)
  if (!snapshot) throw new Error(`${dir} does not compile`)
  return serve(snapshot)
}

export async function gotFrom(dir: string, ...args: string[]): Promise<string> {
  const options = { baseUrl: 'http://localhost:3000', encodings: ['identity'] } as const
  return got(await handlerOf(dir, options), args).toString()
}
