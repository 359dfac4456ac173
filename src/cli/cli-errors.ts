import { constants } from 'node:os'
import { CommanderError } from 'commander'
import { ControlError, OperationError } from '../client/errors.ts'
import type { Refusal } from '../client/operation-answer.ts'
import { PROBLEMS } from '../contract/errors/caller-error.ts'
import { replaceHint } from '../contract/errors/quote.ts'
import { mapStack } from '../kernel/stack.ts'
import { messageOf, printable } from '../kernel/text.ts'

export const EXIT = {
  ok: 0,
  refused: 1,
  /** The command did nothing: incorrect usage, or no server responded. */
  usage: 2,
  /** Everything was done except for damaged parts. */
  damaged: 3,
  notExecutable: 126,
  notFound: 127,
  /** Plus the number of the signal. */
  signal: 128,
} as const

export const EXIT_CODES_HELP = `
Exit codes:
  0  done
  1  refused or failed; the line on stderr says why
  2  incorrect usage, or no server responded
  3  completed, but some parts are damaged (listed on stderr); returned only by backup create, backup restore --skip-damaged, doctor and repair
exec exits with the exit code of its command, with 126 if the command cannot be run, 127 if it is not found, or 128+n if signal n ends it.
With --json, stdout is one JSON value; after a failure it has "error": { code, message, field, remedy } and "exitCode".`

export class UsageError extends Error {
  override name = 'UsageError'
}

export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: NodeJS.Signals) {
    super(signal)
    this.exitCode = EXIT.signal + constants.signals[signal]
  }
}

export interface CliError {
  /** `usage`, `unreachable`, `not-met`, `failed`, `damaged`, `defect`, the code of a refusal, or `http-` and the status of the control plane. */
  readonly code: string
  readonly message: string
  readonly field: string | null
  readonly remedy: string | null
}

/** An error from its sentences; the first begins with a field and has a remedy after a semicolon. A reason beside the message is the remedy. */
export const cliError = (code: string, message: string, reason?: string): CliError => {
  const [, option, path] = /'(--[\w-]+)|^([A-Za-z]\w*(?:[.[][\w.\]]+))/.exec(message) ?? []
  const remedy = /; ([^;]+)$/.exec(message.split(/\. (?=[a-z])|\n/)[0] ?? '')?.[1] ?? null
  return { code, message, field: option ?? path ?? null, remedy: reason ?? remedy }
}

/** Codes of errors that a user can correct, by error name: the built library has its own error classes. */
const CODES: ReadonlyMap<string, string> = new Map([
  ['UsageError', 'usage'],
  ['BackupError', 'failed'],
  ['SeedFolderError', 'usage'],
  ['UnreachableError', 'unreachable'],
  ['ConfigError', 'failed'],
  ['FileChangedError', 'failed'],
  ['FleetError', 'failed'],
  ['OperationError', 'failed'],
  ['StartError', 'failed'],
])

const STOPPING = PROBLEMS.stopping.title

const codeOf = (error: unknown): string => {
  if (error instanceof CommanderError) return 'usage'
  if (error instanceof OperationError && error.code !== undefined) return error.code
  // A stopping server ends a wait with 503; a proxy returns 503 in place of a server.
  if (error instanceof ControlError) {
    const { status, title = STOPPING } = error
    return status === 503 && title === STOPPING ? 'unreachable' : `http-${status}`
  }
  const { name, code } = Object(error) as { name?: unknown; code?: unknown }
  // Also a missing file, a read-only folder, a file that is not a database.
  const isOfSystem = 'syscall' in Object(error) || String(code).startsWith('SQLITE_')
  return CODES.get(String(name)) ?? (isOfSystem ? 'failed' : 'defect')
}

export const describeError = (error: unknown): CliError =>
  error instanceof OperationError
    ? cliError(codeOf(error), error.refusal, error.reason)
    : cliError(codeOf(error), sentenceOf(error))

export const exitCodeOf = (error: unknown): number => {
  if (error instanceof Interrupted) return error.exitCode
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok
  return ['usage', 'unreachable'].includes(codeOf(error)) ? EXIT.usage : EXIT.refused
}

/** One line for each problem that a user can fix; a defect keeps its stack. */
export const formatError = (error: unknown): string => {
  if (codeOf(error) === 'defect')
    return `dam-sandbox: ${mapStack(String(Object(error).stack ?? error))}`
  const isList = /^(?:Backup|Config|Usage)Error$/.test(Object(error).name)
  return (isList ? sentenceOf(error).split('\n') : [sentenceOf(error)]).map(errorLine).join('\n')
}

const errorLine = (text: string): string => `dam-sandbox: ${printable(oneLine(text))}`

const oneLine = (text: string): string =>
  text
    .replace(/^error: /, '')
    .trim()
    .replace(/\s*\n\s*/g, ' ')

/** The refusal of an operation as a sentence, with its reason where the message does not say it. */
export const sentenceOfRefusal = (operation: string, { code, message, reason }: Refusal): string =>
  `${operation} was refused: ${code} ${message}${reason === undefined ? '' : ` (${reason})`}`

const sentenceOf = (error: unknown): string => {
  const message = messageOf(error)
  if (error instanceof CommanderError) return oneLine(message)
  if (error instanceof ControlError && error.status === 401)
    return `${message}; pass the key with --key or SANDBOX_ADMIN_KEY`
  if (error instanceof OperationError && error.code !== undefined)
    return sentenceOfRefusal(error.operation, {
      ...error,
      code: error.code,
      message: error.refusal,
    })
  if (codeOf(error) === 'unreachable' && message.includes('ECONNREFUSED'))
    return `${message}; start a server with dam-sandbox start, or set SANDBOX_URL`
  return message.replace(replaceHint('http'), replaceHint('commandLine'))
}
