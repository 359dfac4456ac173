import { Command, CommanderError } from 'commander'
import {
  ControlError,
  OperationError,
  SeedFolderError,
  UnreachableError,
} from '../client/errors.ts'
import { replaceHint } from '../errors/replace-hint.ts'
import { printable, printableBlock } from '../kernel/text.ts'
import { packageVersion } from '../start/shipped-folders.ts'
import { UsageError, withExamples } from './client-command.ts'
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
import { addMatrixCommand } from './commands/matrix.ts'
import { addOpenApiCommand } from './commands/openapi.ts'
import { addProvenanceCommand } from './commands/provenance.ts'
import { addRecordCommands } from './commands/records.ts'
import { addSeedCommand } from './commands/seed.ts'
import { addStartCommand } from './commands/start.ts'
import { addStateCommands } from './commands/state.ts'
import { addTransferCommands } from './commands/transfer.ts'
import { addUploadCommand } from './commands/upload.ts'
import { addVariantCommands } from './commands/variant.ts'
import { addVariationCommands } from './commands/variation.ts'
import { addWorkspaceCommands } from './commands/workspace.ts'
import { EXIT, EXIT_CODES_HELP } from './exit-codes.ts'

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
      outputError: (text, write) => write(`${oneLine(text)}${hintOf(text, args)}\n`),
    })
  withExamples(program, EXAMPLES).addHelpText('after', EXIT_CODES_HELP)
  addStartCommand(program)
  addExecCommand(program)
  addMatrixCommand(program)
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
  addProvenanceCommand(program)
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
  const code = await runProgram(program, args)
  if (code !== EXIT.ok) process.stdout.write(failureOfEnv(args))
  return code
}

const runProgram = async (program: Command, args: readonly string[]): Promise<number> => {
  try {
    await program.parseAsync(withDefaultCommand(args), { from: 'user' })
    return Number(process.exitCode ?? EXIT.ok)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    process.stderr.write(`${printableBlock(formatError(error))}\n`)
    return exitCodeOf(error)
  }
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

const oneLine = (text: string): string =>
  `dam-sandbox: ${printable(
    text
      .replace(/^error: /, '')
      .trim()
      .replace(/\s*\n\s*/g, ' '),
  )}`

/** A hint for an unknown option. */
const hintOf = (text: string, [command, ...args]: readonly string[]): string => {
  const [, option = ''] = /unknown option '(.*?)'/.exec(text) ?? []
  if (option === '') return ''
  if ((command === 'exec' || command === 'matrix') && !args.includes('--'))
    return `; put -- before the command: dam-sandbox ${command} -- <command...>`
  return command === 'clock' && /^-\d/.test(option)
    ? '; the duration must not be negative (clock set moves time back)'
    : ''
}

/** One line for each problem that a user can fix; a defect keeps its stack. */
const formatError = (error: unknown): string => {
  if (!(error instanceof Error)) return `dam-sandbox: ${error}`
  // By name, because the built library has its own classes.
  if (error.name === 'ConfigError' || error instanceof UsageError)
    return error.message.split('\n').map(oneLine).join('\n')
  if (error instanceof ControlError && error.status === 401)
    return oneLine(`${error.message}; give the key with --key or SANDBOX_ADMIN_KEY`)
  if (error instanceof OperationError && error.code !== undefined)
    return oneLine(`${error.operation} was refused: ${error.code} ${error.message}`)
  if (error instanceof UnreachableError && error.message.includes('ECONNREFUSED'))
    return oneLine(`${error.message}; start a server with dam-sandbox start, or set SANDBOX_URL`)
  const isExpected = EXPECTED.has(error.name) || isOfSystem(error)
  return isExpected
    ? oneLine(error.message.replace(replaceHint('http'), replaceHint('commandLine')))
    : `dam-sandbox: ${error.stack}`
}

const EXPECTED = new Set([
  'ControlError',
  'FileChangedError',
  'OperationError',
  'SeedFolderError',
  'StartError',
  'UnreachableError',
  'UsageError',
])

/** A missing file, a read-only folder, a file that is not a database. */
const isOfSystem = (error: Error & { code?: unknown }): boolean =>
  'syscall' in error || String(error.code).startsWith('SQLITE_')

const exitCodeOf = (error: unknown): number => {
  if (error instanceof UsageError || error instanceof SeedFolderError) return EXIT.usage
  return error instanceof UnreachableError ? EXIT.unreachable : EXIT.refused
}
