import { Argument, type Command, Option } from 'commander'
import { Connection, problemOfServerUrl, type Route } from '../client/connection.ts'
import { type WorkspaceControl, workspaceControl } from '../client/workspace-control.ts'
import { readCliEnvironment } from '../config/environment.ts'
import { didYouMean } from '../contract/errors/did-you-mean.ts'
import { UsageError } from './cli-errors.ts'
import { type Io, Terminal } from './terminal.ts'

const DEFAULT_URL = 'http://127.0.0.1:4022'

export interface LocalContext {
  readonly io: Io
  readonly terminal: Terminal
}

export interface Context extends LocalContext {
  readonly connection: Connection
  readonly control: WorkspaceControl
}

export type Reader = ((text: string, before: never) => unknown) & {
  readonly choices?: readonly string[]
}

/** An argument or an option: its help, its parser, and the options that it cannot be combined with. */
export type Described =
  | string
  | readonly [help: string, read?: Reader | undefined, conflicts?: readonly string[]]

export type DescribedFlags = Readonly<Record<string, Described>>

/** A command. `run` and `local` return the exit code, or nothing for 0. They are methods so that each can declare its own types. */
export interface CommandSpec {
  readonly help: string
  /** Short help for the list of commands, if it differs from `help`. */
  readonly summary?: string
  readonly takes?: DescribedFlags
  /** Default: the command with its arguments. */
  readonly examples?: readonly string[]
  readonly isOfServer?: boolean
  /** The route that the command calls, if the command only prints its response. */
  readonly route?: Route
  run?(context: Context, args: readonly unknown[], options: object): Promise<unknown>
  local?(context: LocalContext, args: readonly unknown[], options: object): Promise<unknown>
}

export interface CommandGroup {
  readonly help: string
  readonly default?: string
  readonly commands: Readonly<Record<string, CommandSpec>>
}

const sharedOptions = (isOfServer = false): DescribedFlags => ({
  '--url <url>': `server URL (SANDBOX_URL, default ${DEFAULT_URL})`,
  '--key <key>': 'admin key of the control plane (SANDBOX_ADMIN_KEY)',
  '--workspace <id or name>': isOfServer
    ? 'only one workspace (SANDBOX_WORKSPACE, default: the whole server)'
    : 'workspace (SANDBOX_WORKSPACE, default "default")',
  '--json': 'JSON output',
})

export const addCommand = (parent: Command, name: string, spec: CommandSpec, io: Io): void => {
  const command = parent.command(name).description(spec.help)
  command.exitOverride((error) => {
    throw error.code === 'commander.unknownOption' ? unknownOptions(command, error.message) : error
  })
  if (spec.summary !== undefined) command.summary(spec.summary)
  const taken = { ...spec.takes, ...(spec.run && sharedOptions(spec.isOfServer)) }
  for (const [flags, described] of Object.entries(taken)) {
    const [help, read, others = []] = typeof described === 'string' ? [described] : described
    if (isOption(flags))
      command.addOption(reading(new Option(flags, help).conflicts([...others]), read))
    else command.addArgument(reading(new Argument(flags, help), read))
  }
  const path = parent.parent ? [parent.name(), name] : [name]
  const words = Object.keys(spec.takes ?? {}).filter((flags) => !isOption(flags))
  const usual = [...path, ...words].join(' ')
  addExamples(command, spec.examples ?? [usual]).action((...values: unknown[]) =>
    perform(spec, command, values.slice(0, command.registeredArguments.length), io),
  )
}

/** Names every unknown option; commander reports only the first. */
const unknownOptions = (command: Command, message: string): UsageError => {
  const end = command.args.indexOf('--')
  const given = command.args.slice(0, end < 0 ? undefined : end)
  const known = command.options.map(({ long, short }) => long ?? short ?? '')
  const needsDashes = command.name() === 'exec' && end < 0
  const hint = needsDashes ? '; put -- before the command: dam-sandbox exec -- <command...>' : ''
  const lines = given
    .filter((word) => /^--?[a-z]/i.test(word))
    .map((word) => word.replace(/=.*/s, ''))
    .map((word) => `unknown option '${word}'${didYouMean(word, known) || hint}`)
  return new UsageError(lines.join('\n') || message.replace('error: ', ''))
}

export const isOption = (flags: string): boolean => flags.startsWith('-')

const reading = <T extends Argument | Option>(target: T, read: Reader | undefined): T => {
  if (read?.choices) target.choices(read.choices)
  if (read) target.argParser(read as never)
  return target
}

export const addExamples = (command: Command, examples: readonly string[]): Command =>
  command.addHelpText(
    'after',
    ['', 'Examples:', ...examples.map((example) => `  dam-sandbox ${example}`)].join('\n'),
  )

const perform = async (
  spec: CommandSpec,
  command: Command,
  args: readonly unknown[],
  io: Io,
): Promise<void> => {
  const options = command.opts()
  const terminal = new Terminal(io, options.json === true)
  const code = spec.run
    ? await spec.run({ io, terminal, ...serverOf(io, given(options)) }, args, given(options))
    : await spec.local?.({ io, terminal }, args, options)
  terminal.end(code)
  if (typeof code === 'number') io.exitCode = code
}

const given = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== '')) as T

const serverOf = ({ env }: Io, options: Readonly<Record<string, string | undefined>>) => {
  const known = readCliEnvironment(env)
  const url = options.url ?? known.url ?? DEFAULT_URL
  const problem = problemOfServerUrl(url)
  if (problem !== undefined) throw new UsageError(problem)
  const connection = new Connection({
    url,
    adminKey: options.key ?? known.adminKey,
    workspace: options.workspace ?? known.workspace,
  })
  return { connection, control: workspaceControl(connection) }
}
