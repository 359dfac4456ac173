import { code, table } from './markdown.ts'

/** What is printed of a command: commander's `Command` has it. */
export interface PrintedCommand {
  name(): string
  description(): string
  readonly commands: readonly PrintedCommand[]
  readonly registeredArguments: readonly {
    readonly required: boolean
    readonly variadic: boolean
    name(): string
  }[]
  readonly options: readonly {
    readonly long?: string | undefined
    readonly flags: string
    readonly hidden?: boolean
  }[]
}

/** Options of every command that calls a server, which are explained once. */
const SHARED: ReadonlySet<string> = new Set(['--url', '--key', '--workspace', '--json'])

/** The table of the commands; a command with a flag for every setting has one word for all of them. */
export const printCommands = (
  program: PrintedCommand,
  settings: readonly { readonly flag: string }[],
): string =>
  table(
    ['Command', 'What it does', 'Options'],
    leavesOf(program, '').map(({ path, command }) => [
      code([path, ...command.registeredArguments.map(usageOf)].join(' ')),
      command.description(),
      optionsOf(command, settings),
    ]),
  )

const optionsOf = (
  { options }: PrintedCommand,
  settings: readonly { readonly flag: string }[],
): string => {
  const names = new Set(options.map(({ long }) => long))
  const flags = new Set(settings.map(({ flag }) => `--${flag}`))
  const hasSettings = [...flags].every((flag) => names.has(flag))
  const own = options
    .filter(
      ({ long = '', hidden = false }) =>
        !hidden && !SHARED.has(long) && !(hasSettings && flags.has(long)),
    )
    .map((option) => code(option.flags))
  return [...(hasSettings ? ['every [setting](configuration.md)'] : []), ...own].join(', ')
}

/** The commands that do something, with the words that call them. */
const leavesOf = (
  parent: PrintedCommand,
  path: string,
): { path: string; command: PrintedCommand }[] =>
  parent.commands.flatMap((command) => {
    const words = `${path}${command.name()}`
    return command.commands.length === 0
      ? [{ path: words, command }]
      : leavesOf(command, `${words} `)
  })

const usageOf = (argument: PrintedCommand['registeredArguments'][number]): string => {
  const words = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${words}>` : `[${words}]`
}
