import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { EXIT } from './exit-codes.ts'

/** Signals that end a command. */
const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const

/** A signal ended what the command line was doing. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: NodeJS.Signals) {
    super(signal)
    this.exitCode = EXIT.signal + constants.signals[signal]
  }
}

/** Listens for the signals that end a command; returns what ends the listening. */
export const onSignal = (listen: (signal: NodeJS.Signals) => void): (() => void) => {
  for (const signal of SIGNALS) process.on(signal, listen)
  return () => {
    for (const signal of SIGNALS) process.off(signal, listen)
  }
}

/**
 * Runs a command on this terminal and returns its exit code, as a shell reports it. What it writes goes to a file
 * instead, where the descriptor of one is given.
 */
export const runCommand = async (
  [name = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: number | 'inherit' = 'inherit',
): Promise<number> => {
  if (name === '') {
    process.stderr.write('dam-sandbox: the command is empty\n')
    return EXIT.notFound
  }
  const child = spawn(name, args, { env, stdio: ['inherit', output, output] })
  const passOn = (signal: NodeJS.Signals): void => {
    // On a terminal Ctrl-C reaches the command directly; a second SIGINT would cut its shutdown short.
    if (signal !== 'SIGINT' || process.stdin.isTTY !== true) child.kill(signal)
  }
  const stopListening = onSignal(passOn)
  const ended = new Promise<number>((resolve) => {
    child.once('error', (error) => resolve(reportFailure(name, error)))
    child.once('exit', (code, signal) => resolve(code ?? EXIT.signal + numberOf(signal)))
  })
  return ended.finally(stopListening)
}

const numberOf = (signal: NodeJS.Signals | null): number => (signal ? constants.signals[signal] : 0)

const reportFailure = (name: string, error: NodeJS.ErrnoException): number => {
  const isMissing = error.code === 'ENOENT'
  const hint = /[\s;&|<>$]/.test(name) ? `; for shell syntax: sh -c '${name}'` : ''
  const sentence = isMissing
    ? `command not found: ${name}${hint}`
    : `command cannot be run: ${name} (${error.code ?? error.message})`
  process.stderr.write(`dam-sandbox: ${sentence}\n`)
  return isMissing ? EXIT.notFound : EXIT.notExecutable
}
