import { Command, CommanderError } from 'commander'
import { printableBlock } from '../kernel/text.ts'
import { packageVersion } from '../start/shipped-folders.ts'
import { withExamples } from './client-command.ts'
import { addApprovalCommands } from './commands/approval.ts'
import { addCallCommand } from './commands/call.ts'
import { addClockCommands } from './commands/clock.ts'
import { addCoverageCommand } from './commands/coverage.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addEnvCommand, failureOfEnv } from './commands/env.ts'
import { addExecCommand } from './commands/exec.ts'
import { addFaultCommands } from './commands/fault.ts'
import { addFindingsCommand } from './commands/findings.ts'
import { addJournalCommands } from './commands/journal.ts'
import { addOpenApiCommand } from './commands/openapi.ts'
import { addRecordCommands } from './commands/records.ts'
import { addSeedCommand } from './commands/seed.ts'
import { addStartCommand } from './commands/start.ts'
import { addStateCommands } from './commands/state.ts'
import { addTransferCommands } from './commands/transfer.ts'
import { addUploadCommand } from './commands/upload.ts'
import { addVariantCommands } from './commands/variant.ts'
import { addVariationCommands } from './commands/variation.ts'
import { addWorkspaceCommands } from './commands/workspace.ts'
import { describeError, errorLine, exitCodeOf, formatError } from './describe-error.ts'
import { EXIT, EXIT_CODES_HELP } from './exit-codes.ts'
import { Interrupted } from './run-command.ts'

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

/** Builds the commands. */
export const buildProgram = (args: readonly string[] = []): Command => {
  const program = new Command('dam-sandbox')
    .description('A stateful reference server for the open interface of a DAM service.')
    .version(packageVersion(), '-v, --version', 'print the version')
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      outputError: (text, write) => write(`${errorLine(text)}${hintOf(text, args)}\n`),
    })
  withExamples(program, EXAMPLES).addHelpText('after', EXIT_CODES_HELP)
  addStartCommand(program)
  addExecCommand(program)
  addCallCommand(program)
  addUploadCommand(program)
  addWorkspaceCommands(program)
  addStateCommands(program)
  addTransferCommands(program)
  addClockCommands(program)
  addVariantCommands(program)
  addVariationCommands(program)
  addJournalCommands(program)
  addFaultCommands(program)
  addFindingsCommand(program)
  addOpenApiCommand(program)
  addCoverageCommand(program)
  addRecordCommands(program)
  addSeedCommand(program)
  addApprovalCommands(program)
  addEnvCommand(program)
  addDoctorCommand(program)
  return program
}

/** Runs the command line and returns its exit code. */
export const run = async (args: readonly string[]): Promise<number> => {
  const program = buildProgram(args)
  if (args.length === 0) {
    program.outputHelp()
    return EXIT.ok
  }
  return runProgram(program, args)
}

/** Whether the arguments before the command of `exec` ask for JSON. */
const isJsonWanted = (args: readonly string[]): boolean =>
  args.slice(0, args.includes('--') ? args.indexOf('--') : undefined).includes('--json')

const runProgram = async (program: Command, args: readonly string[]): Promise<number> => {
  try {
    await program.parseAsync(withDefaultCommand(args), { from: 'user' })
    return Number(process.exitCode ?? EXIT.ok)
  } catch (error) {
    return reportError(error, args)
  }
}

/** Says why a command failed, with `--json` as JSON, too, and returns its exit code. */
export const reportError = (error: unknown, args: readonly string[]): number => {
  const code = exitCodeOf(error)
  // Commander has written its own message.
  if (!(error instanceof CommanderError || error instanceof Interrupted))
    process.stderr.write(`${printableBlock(formatError(error))}\n`)
  if (code !== EXIT.ok)
    process.stdout.write(
      isJsonWanted(args)
        ? `${JSON.stringify({ error: describeError(error) })}\n`
        : failureOfEnv(args),
    )
  return code
}

/** The default command of each group. */
const DEFAULTS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    workspace: 'list',
    approval: 'list',
    snapshot: 'list',
    state: 'list',
    clock: 'show',
    variant: 'list',
    variation: 'show',
    journal: 'list',
    fault: 'list',
  }),
)

const withDefaultCommand = ([group = '', ...rest]: readonly string[]): string[] => {
  const subcommand = DEFAULTS.get(group)
  const [first] = rest
  const isGiven = first !== undefined && (!first.startsWith('-') || /^(-h|--help)$/.test(first))
  return subcommand === undefined || isGiven ? [group, ...rest] : [group, subcommand, ...rest]
}

/** A hint for an unknown option. */
const hintOf = (text: string, [command, ...args]: readonly string[]): string => {
  const [, option = ''] = /unknown option '(.*?)'/.exec(text) ?? []
  if (option === '') return ''
  if (command === 'exec' && !args.includes('--'))
    return '; put -- before the command: dam-sandbox exec -- <command...>'
  return command === 'clock' && /^-\d/.test(option)
    ? '; the duration must not be negative (clock set moves time back)'
    : ''
}
