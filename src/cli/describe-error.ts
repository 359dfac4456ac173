import { CommanderError } from 'commander'
import {
  ControlError,
  OperationError,
  SeedFolderError,
  UnreachableError,
} from '../client/errors.ts'
import { replaceHint } from '../errors/replace-hint.ts'
import { printable } from '../kernel/text.ts'
import { UsageError } from './client-command.ts'
import { EXIT } from './exit-codes.ts'
import { Interrupted } from './run-command.ts'
import { type CliError, cliError } from './terminal.ts'

/** What is thrown, as an error for programs. */
export const describeError = (error: unknown): CliError =>
  cliError(codeOf(error), error instanceof OperationError ? error.message : messageOf(error))

const codeOf = (error: unknown): string => {
  if (exitCodeOf(error) === EXIT.usage)
    return error instanceof UnreachableError ? 'unreachable' : 'usage'
  if (error instanceof OperationError && error.code !== undefined) return error.code
  if (error instanceof ControlError) return `http-${error.status}`
  return isExpected(error) ? 'failed' : 'defect'
}

/** The exit code of a command that threw. */
export const exitCodeOf = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  if (error instanceof Interrupted) return error.exitCode
  const isUsage =
    error instanceof UsageError ||
    error instanceof SeedFolderError ||
    error instanceof UnreachableError
  return isUsage ? EXIT.usage : EXIT.refused
}

/** One line for each problem that a user can fix; a defect keeps its stack. */
export const formatError = (error: unknown): string => {
  if (!(error instanceof Error)) return `dam-sandbox: ${error}`
  if (!isExpected(error)) return `dam-sandbox: ${error.stack}`
  // Wrong settings are one line each.
  const isList = error.name === 'ConfigError' || error instanceof UsageError
  return (isList ? messageOf(error).split('\n') : [messageOf(error)]).map(errorLine).join('\n')
}

/** A message as one line of stderr. */
export const errorLine = (text: string): string => `dam-sandbox: ${printable(oneLine(text))}`

const oneLine = (text: string): string =>
  text
    .replace(/^error: /, '')
    .trim()
    .replace(/\s*\n\s*/g, ' ')

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { message } = error
  if (error instanceof CommanderError) return oneLine(message)
  if (error instanceof ControlError && error.status === 401)
    return `${message}; give the key with --key or SANDBOX_ADMIN_KEY`
  if (error instanceof OperationError && error.code !== undefined)
    return `${error.operation} was refused: ${error.code} ${message}`
  if (error instanceof UnreachableError && message.includes('ECONNREFUSED'))
    return `${message}; start a server with dam-sandbox start, or set SANDBOX_URL`
  return message.replace(replaceHint('http'), replaceHint('commandLine'))
}

// By name, because the built library has its own classes.
const EXPECTED = new Set([
  'ConfigError',
  'ControlError',
  'FileChangedError',
  'OperationError',
  'SeedFolderError',
  'StartError',
  'UnreachableError',
  'UsageError',
])

/** Whether it is no defect: also a missing file, a read-only folder, a file that is not a database. */
const isExpected = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof CommanderError ||
    EXPECTED.has(error.name) ||
    'syscall' in error ||
    String((error as { code?: unknown }).code).startsWith('SQLITE_'))
