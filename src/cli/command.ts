import { Argument, type Command, Option } from 'commander'
import { Connection, problemOfServerUrl } from '../client/connection.ts'
import type { WorkspaceControl } from '../client/handle-types.ts'
import { workspaceControl } from '../client/workspace-control.ts'
import { readCliEnvironment } from '../config/environment.ts'
import { UsageError } from './cli-errors.ts'
import { type Io, Terminal } from './terminal.ts'

/** URL of a server on the default port of this machine. */
export const DEFAULT_URL = 'http://127.0.0.1:4022'

/** The dependencies of a command that needs no server. */
export interface LocalContext {
  readonly io: Io
  readonly terminal: Terminal
  /** Words after the options, as they were given. */
  readonly words: readonly string[]
}

/** The dependencies of a command that calls a server. */
export interface Context extends LocalContext {
  readonly connection: Connection
  readonly control: WorkspaceControl
}

/** Options by their names; one without a value is absent. */
type Options = Readonly<Record<string, unknown>>

/** The reader of a text; its choices are shown in the help. */
export type Reader = ((text: string, before: never) => unknown) & {
  readonly choices?: readonly string[]
}

/** An argument or an option: its help, with its reader, or with all that is particular to it. */
export type Described =
  | string
  | readonly [help: string, read: Reader]
  | {
      readonly help: string
      readonly read?: Reader
      readonly default?: string
      readonly conflicts?: readonly string[]
      readonly implies?: Options
    }

/** A command. `run` and `local` return the exit code, or nothing for 0; methods, so that each names its own types. */
export interface CommandSpec {
  readonly help: string
  /** The help in the list of commands, where it differs. */
  readonly summary?: string
  readonly arguments?: Readonly<Record<string, Described>>
  readonly options?: Readonly<Record<string, Described>>
  readonly examples: readonly string[]
  /** Whether the command takes all flags and words, and judges them itself. */
  readonly isOpen?: boolean
  /** Whether it means the whole server without a workspace. */
  readonly isOfServer?: boolean
  /** Calls a server. */
  run?(context: Context, args: readonly unknown[], options: object): Promise<number | undefined>
  /** Needs no server. */
  local?(context: LocalContext, args: readonly unknown[], options: object): Promise<unknown>
}

/** Commands below one word. */
export interface CommandGroup {
  readonly help: string
  /** The command that the word alone means. */
  readonly default?: string
  readonly commands: Readonly<Record<string, CommandSpec>>
}

/** The action of a command that prints an answer. */
export const answering =
  <Args extends readonly unknown[], Given extends object, Answer>(
    answer: (context: Context, args: Args, options: Given) => Promise<Answer>,
    format: (answer: Answer, terminal: Terminal) => string | readonly string[],
  ) =>
  async (context: Context, args: Args, options: Given): Promise<undefined> => {
    const { terminal } = context
    terminal.answer(await answer(context, args, options), (value) => format(value, terminal))
  }

/** The options of every command that calls a server. */
const sharedOptions = (isOfServer: boolean): Readonly<Record<string, string>> => ({
  '--url <url>': `server URL (SANDBOX_URL, default ${DEFAULT_URL})`,
  '--key <key>': 'admin key of the control plane (SANDBOX_ADMIN_KEY)',
  '--workspace <id or name>': isOfServer
    ? 'only one workspace (SANDBOX_WORKSPACE, default: the whole server)'
    : 'workspace (SANDBOX_WORKSPACE, default "default")',
  '--json': 'JSON output',
})

/** Adds a command. */
export const addCommand = (parent: Command, name: string, spec: CommandSpec, io: Io): void => {
  const command = parent.command(name).description(spec.help)
  if (spec.summary !== undefined) command.summary(spec.summary)
  if (spec.isOpen) command.allowUnknownOption().allowExcessArguments()
  for (const [flags, described] of Object.entries(spec.arguments ?? {})) {
    const { help, read } = particulars(described)
    const argument = new Argument(flags, help)
    if (read?.choices) argument.choices(read.choices)
    command.addArgument(read ? argument.argParser(read as never) : argument)
  }
  const shared = spec.run ? sharedOptions(spec.isOfServer === true) : {}
  for (const [flags, described] of Object.entries({ ...spec.options, ...shared }))
    command.addOption(optionOf(flags, described))
  addExamples(command, spec.examples).action((...values: unknown[]) =>
    perform(spec, command, values.slice(0, command.registeredArguments.length), io),
  )
}

/** Adds examples to the help of a command. */
export const addExamples = (command: Command, examples: readonly string[]): Command =>
  command.addHelpText(
    'after',
    ['', 'Examples:', ...examples.map((example) => `  dam-sandbox ${example}`)].join('\n'),
  )

const particulars = (described: Described): Exclude<Described, string | readonly unknown[]> => {
  if (typeof described === 'string') return { help: described }
  if (!Array.isArray(described)) return described as ReturnType<typeof particulars>
  const [help, read] = described as readonly [string, Reader]
  return { help, read }
}

const optionOf = (flags: string, described: Described): Option => {
  const { help, read, default: usual, conflicts, implies } = particulars(described)
  const option = new Option(flags, help)
  if (read?.choices) option.choices(read.choices)
  if (read) option.argParser(read as never)
  if (usual !== undefined) option.default(usual)
  if (implies) option.implies(implies)
  return option.conflicts([...(conflicts ?? [])])
}

const perform = async (
  spec: CommandSpec,
  command: Command,
  args: readonly unknown[],
  io: Io,
): Promise<void> => {
  const options = command.opts<Options>()
  const terminal = new Terminal(io, options.json === true)
  const context = { io, terminal, words: command.args }
  const code = spec.run
    ? await spec.run({ ...context, ...serverOf(io, given(options)) }, args, given(options))
    : await spec.local?.(context, args, options)
  terminal.end()
  if (typeof code === 'number') io.exitCode = code
}

/** Options without those that are an empty text. */
export const given = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== '')) as T

const serverOf = ({ env }: Io, options: Options) => {
  const { url, key, workspace } = options as Readonly<Record<string, string | undefined>>
  const known = readCliEnvironment(env)
  const connection = new Connection({
    url: serverUrlOf(url ?? known.url ?? DEFAULT_URL),
    adminKey: key ?? known.adminKey,
    workspace: workspace ?? known.workspace,
  })
  return { connection, control: workspaceControl(connection) }
}

/** Returns the URL of a server; any other text is a wrong usage. */
export const serverUrlOf = (url: string): string => {
  const problem = problemOfServerUrl(url)
  if (problem !== undefined) throw new UsageError(problem)
  return url
}

/** Values without those that are undefined. */
export const present = <T extends object>(
  values: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
