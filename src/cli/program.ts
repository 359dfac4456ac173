import { Command, CommanderError } from 'commander'
import { printableBlock } from '../kernel/text.ts'
import { fullVersion } from '../start/shipped-folders.ts'
import {
  describeError,
  EXIT,
  EXIT_CODES_HELP,
  exitCodeOf,
  formatError,
  Interrupted,
} from './cli-errors.ts'
import { addCommand, addExamples, type CommandGroup, type CommandSpec } from './command.ts'
import { backup } from './commands/backup.ts'
import { call } from './commands/call-operation.ts'
import { prune, reset } from './commands/chosen-workspaces.ts'
import { coverage } from './commands/coverage.ts'
import { approval, exportArchive, fixtures, importArchive, records, seed } from './commands/data.ts'
import { doctor } from './commands/doctor.ts'
import { env, failureOfEnv } from './commands/env.ts'
import { exec } from './commands/exec.ts'
import { fault } from './commands/fault.ts'
import { findings } from './commands/findings.ts'
import { fleet } from './commands/fleet.ts'
import { journal } from './commands/journal.ts'
import { audit, credentials, keys } from './commands/key.ts'
import { migrate } from './commands/migrate.ts'
import { openapi } from './commands/openapi.ts'
import { repair } from './commands/repair.ts'
import { start } from './commands/start.ts'
import { ready, stop } from './commands/stop.ts'
import { upload } from './commands/upload.ts'
import { variant, variation } from './commands/variant.ts'
import { verify } from './commands/verify.ts'
import { clock, snapshot, state, workspace } from './commands/workspace.ts'
import type { Io } from './terminal.ts'

export const COMMANDS: ReadonlyMap<string, CommandSpec | CommandGroup> = new Map(
  Object.entries({
    start,
    stop,
    ready,
    exec,
    verify,
    call,
    upload,
    workspace,
    prune,
    reset,
    snapshot,
    state,
    export: exportArchive,
    import: importArchive,
    backup,
    repair,
    migrate,
    clock,
    variant,
    variation,
    journal,
    fault,
    findings,
    openapi,
    coverage,
    records,
    fixtures,
    seed,
    approval,
    keys,
    audit,
    credentials,
    env,
    doctor,
    fleet,
  }),
)

const EXAMPLES = [
  'start --seed minimal',
  'exec -- npx vitest run',
  `call E8 '{"userIds":[1001]}'`,
  'upload ./mist-ridge.jpg',
  'workspace create --name checkout --reuse --json',
  'clock advance 3601s',
  'journal wait --operation E9 --timeout 5s',
  'findings --level warning',
  'fault add --operation E9 --phase after --reset',
]

export const buildProgram = (io: Io = process): Command => {
  const program = new Command('dam-sandbox')
    .description('A stateful reference server for the open interface of a DAM service.')
    .version(fullVersion(), '-v, --version', 'print the version')
    .exitOverride()
    .showSuggestionAfterError()
    // reportError prints the error.
    .configureOutput({ writeOut: (text) => io.stdout.write(text), outputError: () => {} })
  addExamples(program, EXAMPLES).addHelpText('after', EXIT_CODES_HELP)
  for (const [name, spec] of COMMANDS) {
    if (!('commands' in spec)) {
      addCommand(program, name, spec, io)
      continue
    }
    const group = program.command(name).description(spec.help)
    for (const [inner, command] of Object.entries(spec.commands))
      addCommand(group, inner, command, io)
  }
  return program
}

export const run = async (args: readonly string[], io: Io): Promise<number> => {
  const program = buildProgram(io)
  if (args.length === 0) {
    program.outputHelp()
    return EXIT.ok
  }
  try {
    await program.parseAsync(withDefaultCommand(args), { from: 'user' })
    return Number(io.exitCode ?? EXIT.ok)
  } catch (error) {
    return reportError(error, args, io)
  }
}

export const reportError = (error: unknown, args: readonly string[], io: Io): number => {
  const code = exitCodeOf(error)
  // Commander has already printed the help.
  const isHelp = error instanceof CommanderError && /^commander\.(help|version)/.test(error.code)
  if (!(isHelp || error instanceof Interrupted))
    io.stderr.write(`${printableBlock(formatError(error))}\n`)
  if (code === EXIT.ok) return code
  const own = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined)
  const json = `${JSON.stringify({ error: describeError(error), exitCode: code })}\n`
  io.stdout.write(own.includes('--json') ? json : failureOfEnv(args))
  return code
}

const withDefaultCommand = ([name = '', ...rest]: readonly string[]): string[] => {
  if (name === 'version') return ['--version', ...rest]
  const group = COMMANDS.get(name)
  const subcommand = group && 'default' in group ? group.default : undefined
  const [first = '-'] = rest
  const isGiven = !first.startsWith('-') || /^(-h|--help)$/.test(first)
  return subcommand === undefined || isGiven ? [name, ...rest] : [name, subcommand, ...rest]
}
