import { Argument, Command, CommanderError, Help, Option } from 'commander'
import { say, visible } from '../base/terminal.ts'
import { services } from '../../packages/import/src/exported.ts'
import { formats } from './report.ts'
import { defaultFolder, defaultFolderText, type Setting, settings, targets, version } from './settings.ts'
import { isSystemError, UsageError } from '../base/errors.ts'

/** Hints for an extra argument, where the first is not a folder. */
const extraArgumentHints: Readonly<Record<string, string>> = {
  get: '(Name the archive’s folder with --dir.)',
  new: '(Quote the title, and name the archive’s folder with --dir.)',
}

/** Runs a command and returns the exit status. */
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
      // Commander has printed the error. Help and version are not errors.
      const hint = error.code === 'commander.excessArguments' ? extraArgumentHints[args[0] ?? ''] : undefined
      if (hint !== undefined) say(process.stderr, hint)
      return error.exitCode === 0 ? 0 : 2
    }
    // Users can fix these; others are bugs.
    if (!(error instanceof UsageError) && !isSystemError(error)) throw error
    say(process.stderr, `citable: ${error.message}`)
    return error instanceof UsageError ? error.exitCode : 1
  }
}

type SettingName = keyof typeof settings

const compiling = ['noConfig', 'noCache', 'cacheDir'] as const
const publishing = [...compiling, 'baseUrl', 'asOf', 'future', 'skipBroken', 'quiet'] as const

/** The settings that each command takes, listed after its own options. */
const commandSettings: Readonly<Record<string, readonly SettingName[]>> = {
  dev: ['port', 'host', 'baseUrl', 'noConfig'],
  serve: (Object.keys(settings) as SettingName[]).filter((name) => name !== 'quiet'),
  build: publishing,
  pack: publishing,
  get: publishing,
  check: ['quiet', 'asOf', 'future', 'noConfig'],
  cache: ['cacheDir'],
}

/** Hides trivial defaults. */
function optionDescription(option: Option): string {
  const { optionDescription } = Help.prototype
  return optionDescription.call(new Help(), option).replace(/ \(default: (?:off|none|false|\[\])\)/, '')
}

/** Names required options in the usage line. */
function commandUsage(command: Command): string {
  const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags)
  return [Help.prototype.commandUsage.call(new Help(), command), ...required].join(' ')
}

const folderHelp = `the archive’s folder (default: ${defaultFolderText})`
const folderOrFile = `the archive’s folder, or a file that pack wrote (default: ${defaultFolderText})`

function choice(flag: string, help: string, choices: readonly string[], fallback?: string): Option {
  return new Option(flag, help).choices(choices).default(fallback)
}

function repeated(flag: string, help: string): Option {
  const collect = (value: string, before: readonly string[]) => [...before, value]
  return new Option(flag, `${help}; may be repeated`).argParser(collect).default([])
}

/** Defines the commands; `run` receives the exit status. docs/REFERENCE.md is generated from the help. */
export function program(run: (exitCode: number) => void): Command {
  const citable = new Command('citable')
    .description(
      'Turn a folder of markdown posts into an archive that programs and agents can read and cite.',
    )
    .version(version(), '-v, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: false, commandUsage, optionDescription })
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.split('\n').map(visible).join('\n')) })
  const command = (name: string, summary: string) => {
    const description = `${summary[0]?.toUpperCase()}${summary.slice(1)}.`
    return citable.command(name).summary(summary).description(description)
  }

  // Commands are imported when they run, which keeps help and errors fast.
  command('init', 'set up a folder of posts, or start a new archive')
    .addArgument(new Argument('[dir]', 'the folder; may be empty or new').default('.'))
    .option('--keep-urls', 'keep the site’s post URLs')
    .option('--originals <url>', 'site where the posts stay; citations point there')
    .action(async (dir, options) => run(await (await import('./commands/init.ts')).initCommand(dir, options)))
  command('import', 'turn an export of WordPress, Ghost, Substack or Medium, or a feed, into an archive')
    .argument('<export>', 'the exported file, folder or zip')
    .argument('[dir]', 'the folder to write (default: named after the publication)')
    .addOption(choice('--from <service>', 'the service that made the export (default: detected)', services))
    .addOption(repeated('--images <dir>', 'folder or zip with the publication’s images and other files'))
    .option('--fetch', 'download images, audio and video from other hosts', false)
    .option('--allow-private', 'with --fetch, allow private and local addresses', false)
    .addOption(choice('--format <format>', 'format of the report', ['text', 'json'], 'text'))
    .action(async (path, dir, options) =>
      run(await (await import('../../packages/import/src/command.ts')).importCommand(path, dir, options)),
    )
  command('dev', 'preview an archive, drafts included, with live reload')
    .argument('[dir]', folderHelp)
    .action(async (dir = defaultFolder('citable dev my-blog'), options) =>
      run(await (await import('./commands/dev.ts')).devCommand(dir, options)),
    )
  command('new', 'create a draft that follows your newest post')
    .argument('<title>', 'the title, in quotes')
    .option(
      '--series <name>',
      'series, by name or label (default: that of the newest post, if most have one)',
    )
    .option('--slug <slug>', 'last part of the URL (default: the next number, or derived from the title)')
    .option('--date <date>', 'publication date, YYYY-MM-DD (default: today)')
    .option('--edit', 'open the draft in VISUAL or EDITOR', false)
    .option('--dir <dir>', folderHelp)
    .action(async (title, options) => {
      const dir = options.dir ?? defaultFolder(`citable new "${title}" --dir my-blog`)
      run(await (await import('./commands/new.ts')).newCommand(title, { ...options, dir }))
    })
  command('serve', 'serve an archive over HTTP')
    .argument('[dir]', folderOrFile)
    .action(async (dir = defaultFolder('citable serve my-blog'), options) =>
      run(await (await import('./commands/serve.ts')).serveCommand(dir, options)),
    )
  command('build', 'build an archive for a static host or Cloudflare Workers')
    .argument('[dir]', folderHelp)
    .requiredOption('--out <dir>', 'output folder; only files from an earlier build are replaced or removed')
    .addOption(choice('--target <target>', 'platform to build for', targets, 'static'))
    .option('--mcp-url <url>', 'URL of a server’s MCP endpoint for this archive, to link to')
    .option('--compress', 'also write .br and .gz files for servers that use them')
    .option('--verify', 'read files that seem unchanged since the last build')
    .option('--verbose', 'show timings and the slowest files', false)
    .option('--json', 'print the result as one JSON object; with --target static only', false)
    .action(async (named, options) => {
      const dir = named ?? defaultFolder(`citable build my-blog --out ${options.out}`)
      run(await (await import('./commands/build.ts')).buildCommand(dir, options))
    })
  command('pack', 'compile an archive into a single file for serve')
    .argument('[dir]', folderHelp)
    .requiredOption('--out <file>', 'output file; only an earlier packed archive is replaced')
    .action(async (named, options) => {
      const dir = named ?? defaultFolder(`citable pack my-blog --out ${options.out}`)
      run(await (await import('./commands/pack.ts')).packCommand(dir, options))
    })
  command('check', 'report every problem in the content or on a live archive')
    .argument(
      '[dir]',
      `the archive’s folder (default: ${defaultFolderText}; with --url, compared only if named)`,
    )
    .option('--url <url>', 'check the live archive at this URL instead')
    .addOption(choice('--format <format>', 'format of the report', formats, 'text'))
    .option('--links', 'check links to other sites', false)
    .option('--originals', 'check whether the folder shows posts where `originals` cites them', false)
    .option('--online', 'with --originals, ask the live site for each post instead', false)
    .option('--allow-private', 'with --links or --online, allow private and local addresses', false)
    .option(
      '--cache <file>',
      'cache of link results (default: citable/links.json in XDG_CACHE_HOME or ~/.cache)',
    )
    .option('--fix', 'apply safe fixes and show each changed line', false)
    .option('--strict', 'treat warnings as errors', false)
    .option('--all', 'show every occurrence; by default each cause is shown once', false)
    .option('--verbose', 'show how each post’s title, summary and date were derived', false)
    .action(async (named, options) => {
      if (options.url !== undefined)
        return run(await (await import('./commands/check-url.ts')).checkUrl(named, options))
      const dir = named ?? defaultFolder('citable check my-blog')
      run(await (await import('./commands/check.ts')).checkCommand(dir, options))
    })
  command('cache', 'clear or locate an archive’s build cache')
    .addArgument(new Argument('<action>', 'what to do').choices(['clear', 'path']))
    .argument('[dir]', folderHelp)
    .action(async (action, named, options) => {
      const dir = named ?? defaultFolder(`citable cache ${action} my-blog`)
      ;(await import('./load.ts')).requireFolder(dir)
      run((await import('./commands/cache.ts')).cacheCommand(action, dir, options))
    })
  getArguments(command('get', 'answer one request without a server')).action(async (path, options) => {
    const dir = options.dir ?? defaultFolder(`citable get ${path} --dir my-blog`)
    run(await (await import('./commands/get.ts')).getCommand(path, { ...options, dir }))
  })
  for (const command of citable.commands)
    for (const name of commandSettings[command.name()] ?? []) {
      const { flag, help, env, fallback = 'off' }: Setting = settings[name]
      command.option(flag, `${help} (default: ${env ? `${env}, else ` : ''}${fallback})`)
    }
  return citable
}

export function getArguments(command: Command): Command {
  return command
    .argument('<path>', 'path to request, such as /posts/week-01')
    .addOption(repeated('-H, --header <line>', 'request header, "Name: value"'))
    .option('-X, --request <method>', 'request method (default: GET, or POST with --data)')
    .option('-d, --data <text>', "request body; for /mcp, add -H 'Content-Type: application/json'")
    .option('-i, --include', 'show status and headers', false)
    .option('--dir <dir>', folderOrFile)
}
