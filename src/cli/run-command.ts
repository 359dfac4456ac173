import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Environment } from '../config/environment.ts'
import { EXIT } from './cli-errors.ts'
import type { Io } from './terminal.ts'

const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const

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
  env: Environment,
  { stdin, stderr }: Io,
  output: number | 'inherit' = 'inherit',
): Promise<number> => {
  if (name === '') {
    stderr.write('dam-sandbox: the command is empty\n')
    return EXIT.notFound
  }
  const child = spawn(name, args, { env, stdio: ['inherit', output, output] })
  const stopListening = onSignal((signal) => {
    // On a terminal Ctrl-C reaches the command directly; a second SIGINT would cut its shutdown short.
    if (signal !== 'SIGINT' || stdin.isTTY !== true) child.kill(signal)
  })
  const ended = new Promise<number>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT'
      stderr.write(`dam-sandbox: ${describeFailure(name, error)}\n`)
      resolve(isMissing ? EXIT.notFound : EXIT.notExecutable)
    })
    child.once('exit', (code, signal) =>
      resolve(code ?? EXIT.signal + (signal ? constants.signals[signal] : 0)),
    )
  })
  return ended.finally(stopListening)
}

const describeFailure = (name: string, { code, message }: NodeJS.ErrnoException): string => {
  if (code !== 'ENOENT') return `command cannot be run: ${name} (${code ?? message})`
  const hint = /[\s;&|<>$]/.test(name) ? `; for shell syntax: sh -c '${name}'` : ''
  return `command not found: ${name}${hint}`
}
