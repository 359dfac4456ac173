import type { Command } from 'commander'
import { Connection } from '../client/connection.ts'
import type { WorkspaceControl } from '../client/handle-types.ts'
import { workspaceControl } from '../client/workspace-control.ts'
import { readCliEnvironment } from '../config/environment.ts'
import { Terminal } from './terminal.ts'

/** Where a server is without word of another. */
export const DEFAULT_URL = 'http://127.0.0.1:4022'

/** What an action of the command line works with. */
export interface Context {
  readonly connection: Connection
  readonly control: WorkspaceControl
  readonly terminal: Terminal
}

/** The options of a command as they were given. */
export type Options = Readonly<Record<string, unknown>>

/** Does what a command is for; a number that it answers is the exit code. */
export type Action = (
  context: Context,
  args: readonly string[],
  options: Options,
) => Promise<unknown>

/** Lets a command call a server: gives it the options that all of those have, examples, and what it does. */
export const clientCommand = (
  command: Command,
  examples: readonly string[],
  action: Action,
): Command =>
  withExamples(command, examples)
    .option('--url <address>', `address of the server (SANDBOX_URL, else ${DEFAULT_URL})`)
    .option('--key <key>', 'key of the control plane (SANDBOX_ADMIN_KEY)')
    .option('--workspace <id or name>', 'another workspace than the default (SANDBOX_WORKSPACE)')
    .option('--json', 'answer JSON')
    .action(async (...given: unknown[]) => {
      const options = command.opts<Options>()
      const args = given.slice(0, command.registeredArguments.length) as string[]
      const code = await action(contextOf(options), args, options)
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
    url: addressOf(textOf(options.url) ?? env.url ?? DEFAULT_URL),
    adminKey: textOf(options.key) ?? env.adminKey,
    workspace: textOf(options.workspace) ?? env.workspace,
  })
  return {
    connection,
    control: workspaceControl(connection),
    terminal: new Terminal(options.json === true, env.isColourWanted),
  }
}

/** An option's text. */
export const textOf = (option: unknown): string | undefined =>
  typeof option === 'string' && option !== '' ? option : undefined

const addressOf = (url: string): string => {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new UsageError(`the address of the server must be an http or https address, got "${url}"`)
}

/** The command was called wrongly, as only its action can know. */
export class UsageError extends Error {
  override name = 'UsageError'
}
