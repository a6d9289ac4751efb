import { Argument, Command, CommanderError, Option } from 'commander'
import { type Setting, settings } from './run-settings.ts'
import { formats } from './report.ts'
import { logFormats } from '../runtime/node/metrics/log.ts'
import { services } from '../import/recognise.ts'
import { targets } from './targets/names.ts'
import { UsageError } from '../base/errors.ts'
import { isSystemError, version } from './settings.ts'
import { usualFolder, usualFolderText } from './usual-folder.ts'
import { say, visible } from '../base/escape.ts'

/** Runs the command that the arguments name; the exit status says how it went. */
export async function runCommand(args: readonly string[]): Promise<number> {
  let exitCode = 0
  try {
    const citable = program((code) => {
      exitCode = code
    })
    await citable.parseAsync(args.length > 0 ? args : ['--help'], { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has said what is wrong, and mostly what was meant; help and version are no errors.
      const hint = error.code === 'commander.excessArguments' ? oneArgument[args[0] ?? ''] : undefined
      if (hint !== undefined) say(process.stderr, hint)
      return error.exitCode === 0 ? 0 : 2
    }
    if (!(error instanceof UsageError) && !isSystemError(error)) throw error
    say(process.stderr, `citable: ${error.message}`)
    return error instanceof UsageError ? error.exitCode : 1
  }
}

/** What a second argument was probably meant for, where a command's first is not a folder. */
const oneArgument: Readonly<Record<string, string>> = {
  get: '(Name the archive’s folder with --dir.)',
  new: '(Write the title between quotes, and name the archive’s folder with --dir.)',
}

/** A setting's row as an option; commander shows the default and the variable in its help. */
function option(name: keyof typeof settings): Option {
  const row: Setting = settings[name]
  const from = row.env ? `, or ${row.env}` : ''
  return new Option(row.flag, `${row.help} (default: ${row.fallback}${from})`)
}

const folder = `the archive’s folder (default: ${usualFolderText})`
const folderOrFile = `the archive’s folder, or a file that pack wrote (default: ${usualFolderText})`
const collect = (value: string, before: readonly string[]) => [...before, value]

function program(run: (exitCode: number) => void): Command {
  const citable = new Command('citable')
    .description(
      'Turn a folder of markdown posts into an archive that programs and agents can read and cite.',
    )
    .version(version(), '-v, --version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: false })
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.split('\n').map(visible).join('\n')) })
  const command = (name: string, summary: string) =>
    citable
      .command(name)
      .summary(summary)
      .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)

  // A command's code is loaded when it runs, so that help and mistakes are answered at once.
  command('init', 'write the settings for a folder of posts, or a small archive to begin with')
    .addArgument(new Argument('[dir]', 'the folder, which may be empty or new').default('.'))
    .action(async (dir) => run(await (await import('./init.ts')).initCommand(dir)))
  command('import', 'make an archive of what WordPress, Ghost, Substack or Medium exports, or of a feed')
    .argument('<export>', 'the file, folder or zip that the service hands out')
    .argument('[dir]', 'the folder to write (default: named after the publication)')
    .addOption(
      new Option('--from <service>', 'whose export it is (default: told from the files)').choices(services),
    )
    .option(
      '--images <dir>',
      'folder or zip that has the publication’s pictures; may be repeated',
      collect,
      [],
    )
    .option(
      '--fetch',
      'copy pictures, sound and video from the web, too; without it, nothing is fetched',
      false,
    )
    .option('--allow-private', 'with --fetch, ask at addresses of this machine and its network, too', false)
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .action(async (path, dir, options) =>
      run(await (await import('./import.ts')).importCommand(path, dir, options)),
    )
  command('dev', 'show an archive to its writer, drafts included, and each change as it is saved')
    .argument('[dir]', folder)
    .addOption(option('port'))
    .addOption(option('host'))
    .addOption(option('baseUrl'))
    .action(async (named, options) => {
      const dir = named ?? usualFolder('citable dev my-blog')
      run(await (await import('./dev.ts')).devCommand(dir, options))
    })
  command('new', 'write a draft of a post as the archive’s other posts are written')
    .argument('<title>', 'the title, between quotes')
    .option('--series <name>', 'the series that it belongs to')
    .option('--new-series <label>', 'a series that it begins')
    .option('--slug <slug>', 'the name in its address (default: the next number, or made of the title)')
    .option('--date <date>', 'the day it is published on, YYYY-MM-DD (default: today)')
    .option('--edit', 'open it with VISUAL or EDITOR', false)
    .option('--dir <dir>', folder)
    .action(async (title, options) => {
      const dir = options.dir ?? usualFolder(`citable new "${title}" --dir my-blog`)
      run(await (await import('./new.ts')).newCommand(title, { ...options, dir }))
    })
  command('serve', 'serve an archive over HTTP')
    .argument('[dir]', folderOrFile)
    .addOption(option('port'))
    .addOption(option('host'))
    .addOption(option('baseUrl'))
    .addOption(option('asOf'))
    .addOption(option('workers'))
    .addOption(option('compileTimeout'))
    .addOption(option('prefixStripped'))
    .addOption(option('watch'))
    .addOption(option('log'))
    .addOption(option('logFormat').choices(logFormats))
    .addOption(option('readyFile'))
    .addOption(option('metrics'))
    .addOption(option('metricsHost'))
    .action(async (named, options) => {
      const dir = named ?? usualFolder('citable serve my-blog')
      run(await (await import('./serve.ts')).serveCommand(dir, options))
    })
  command('build', 'write an archive as files for a static host, or for Cloudflare Workers')
    .argument('[dir]', folder)
    .requiredOption(
      '--out <dir>',
      'folder to write; only the files of an earlier build there are replaced or removed',
    )
    .addOption(
      new Option('--target <target>', 'what to write the files for').choices(targets).default('static'),
    )
    .addOption(option('baseUrl'))
    .option('--mcp-url <url>', 'where a server answers MCP for the archive, for the files to name it')
    .option('--no-compress', 'leave out the compressed twins of files, .br and .gz')
    .option('--releases', 'write a folder of its own for each build, and have a link lead to it', false)
    .option('--keep <number>', 'with --releases, how many to keep (default: 5)')
    .addOption(option('asOf'))
    .option('--quiet', 'show errors only, and count the rest', false)
    .option('--verbose', 'tell how long each phase took, and which files took longest', false)
    .option(
      '--json',
      'print one JSON object instead: what was written, how long it took, every problem',
      false,
    )
    .action(async (named, options) => {
      const dir = named ?? usualFolder(`citable build my-blog --out ${options.out}`)
      run(await (await import('./build.ts')).buildCommand(dir, options))
    })
  command('pack', 'compile an archive into one file, which serve opens at once')
    .argument('[dir]', folder)
    .requiredOption('--out <file>', 'file to write; an archive that was packed before is replaced')
    .addOption(option('baseUrl'))
    .addOption(option('asOf'))
    .option('--quiet', 'show errors only, and count the rest', false)
    .action(async (named, options) => {
      const dir = named ?? usualFolder(`citable pack my-blog --out ${options.out}`)
      run(await (await import('./pack.ts')).packCommand(dir, options))
    })
  command('rollback', 'publish an earlier release again')
    .requiredOption('--out <dir>', 'folder that build --releases writes to')
    .option('--to <release>', 'which one (default: the one before)')
    .option('--list', 'show which there are, and change nothing', false)
    .action(async (options) => run(await (await import('./rollback.ts')).rollbackCommand(options)))
  command('check', 'report everything that is wrong with the content, or with a live archive')
    .argument(
      '[dir]',
      `the archive’s folder (default: ${usualFolderText}; with --url, compared only if named)`,
    )
    .option('--url <url>', 'examine the live archive at this address from outside, whoever serves it')
    .addOption(new Option('--format <format>', 'how to report').choices(formats).default('text'))
    .option('--links', 'ask whether links to other sites lead anywhere', false)
    .option('--allow-private', 'ask at addresses of this machine and its network, too', false)
    .option(
      '--cache <file>',
      'where to keep what was learned of links (default: citable/links.json in the cache folder)',
    )
    .option('--fix', 'change what is certain and loses nothing, and show each line', false)
    .option('--strict', 'take every warning for an error', false)
    .option('--all', 'show every problem, however many there are of one rule', false)
    .option('--quiet', 'show errors only, and count the rest', false)
    .option('--verbose', 'tell what was derived: titles, summaries, dates', false)
    .addOption(option('asOf'))
    .action(async (named, options) => {
      if (options.url !== undefined)
        return run(await (await import('./check-url.ts')).checkUrl(named, options))
      const dir = named ?? usualFolder('citable check my-blog')
      run(await (await import('./check.ts')).checkCommand(dir, options))
    })
  command('purge', 'have caches forget what they keep of an archive')
    .option('--varnish <url>', 'address of Varnish; may be repeated', collect, [])
    .option('--cloudflare <zone>', 'id of a zone; the token is read from CLOUDFLARE_API_TOKEN')
    .option(
      '--post <id>',
      'only this post, and what is no post; may be repeated (default: everything)',
      collect,
      [],
    )
    .action(async (options) => run(await (await import('./purge.ts')).purgeCommand(options)))
  getArguments(command('get', 'answer one request without a server')).action(async (path, options) => {
    const dir = options.dir ?? usualFolder(`citable get ${path} --dir my-blog`)
    run(await (await import('./get.ts')).getCommand(path, { ...options, dir }))
  })
  return citable
}

/** What `get` takes, the path first. */
export function getArguments(command: Command): Command {
  return command
    .argument('<path>', 'what to ask for, such as /posts/week-01')
    .option('-H, --header <line>', 'a request header as "Name: value"; may be repeated', collect, [])
    .option('-X, --request <method>', 'the method (default: GET, or POST with --data)')
    .option('-d, --data <text>', 'a body, such as a message for /mcp')
    .option('-i, --include', 'show status and headers too', false)
    .option('--dir <dir>', folderOrFile)
    .addOption(option('baseUrl'))
    .addOption(option('asOf'))
    .option('--quiet', 'show errors only, and count the rest', false)
}
