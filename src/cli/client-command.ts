import type { Command } from 'commander'
import { Connection, problemOfServerUrl } from '../client/connection.ts'
import type { WorkspaceControl } from '../client/handle-types.ts'
import { workspaceControl } from '../client/workspace-control.ts'
import { readCliEnvironment } from '../config/environment.ts'
import { Terminal } from './terminal.ts'

/** URL of a server on the default port of this machine. */
export const DEFAULT_URL = 'http://127.0.0.1:4022'

/** The dependencies of an action. */
export interface Context {
  readonly connection: Connection
  readonly control: WorkspaceControl
  readonly terminal: Terminal
}

/** The options of a command, by name. */
export type Options = Readonly<Record<string, unknown>>

/** The action of a command; a number that it returns is the exit code. */
export type Action = (
  context: Context,
  args: readonly string[],
  options: Options,
) => Promise<unknown>

/** What a command means when no workspace is given, in the help of `--workspace`. */
export const WITHOUT_WORKSPACE = {
  default: 'workspace (SANDBOX_WORKSPACE, default "default")',
  server: 'only one workspace (SANDBOX_WORKSPACE, default: the whole server)',
} as const

/** Makes a command that calls a server: adds the shared options, examples and the action. */
export const clientCommand = (
  command: Command,
  examples: readonly string[],
  action: Action,
  workspaceHelp: string = WITHOUT_WORKSPACE.default,
): Command =>
  withExamples(command, examples)
    .option('--url <url>', `server URL (SANDBOX_URL, default ${DEFAULT_URL})`)
    .option('--key <key>', 'admin key of the control plane (SANDBOX_ADMIN_KEY)')
    .option('--workspace <id or name>', workspaceHelp)
    .option('--json', 'JSON output')
    .action(async (...given: unknown[]) => {
      const options = command.opts<Options>()
      const args = given.slice(0, command.registeredArguments.length) as string[]
      const context = contextOf(options)
      const code = await action(context, args, options)
      context.terminal.end()
      if (typeof code === 'number') process.exitCode = code
    })

/** Adds examples to the help of a command. */
export const withExamples = (command: Command, examples: readonly string[]): Command =>
  command.addHelpText(
    'after',
    ['', 'Examples:', ...examples.map((example) => `  dam-sandbox ${example}`)].join('\n'),
  )

const contextOf = (options: Options): Context => {
  const env = readCliEnvironment()
  const connection = new Connection({
    url: serverUrlOf(textOf(options.url) ?? env.url ?? DEFAULT_URL),
    adminKey: textOf(options.key) ?? env.adminKey,
    workspace: textOf(options.workspace) ?? env.workspace,
  })
  return {
    connection,
    control: workspaceControl(connection),
    terminal: new Terminal(options.json === true, env.isColourWanted),
  }
}

/** The text of an option; undefined when it is absent or empty. */
export const textOf = (option: unknown): string | undefined =>
  typeof option === 'string' && option !== '' ? option : undefined

/** The format that `--format` or `--json` asks for; undefined without both. */
export const formatOf = <Format extends string>(
  { json, format }: Options,
  formats: readonly (Format | 'json')[],
): Format | 'json' | undefined => {
  if (json === true && format !== undefined && format !== 'json')
    throw new UsageError(`--json excludes --format ${format}; give one of them`)
  return json === true ? 'json' : formats.find((known) => known === format)
}

/** Returns the URL of a server; any other text is a wrong usage. */
export const serverUrlOf = (url: string): string => {
  const problem = problemOfServerUrl(url)
  if (problem !== undefined) throw new UsageError(problem)
  return url
}

/** A wrong usage that only the action of a command finds. */
export class UsageError extends Error {
  override name = 'UsageError'
}
