import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { EXIT } from './exit-codes.ts'

const PASSED_ON = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const

/** Runs a command on this terminal and answers its exit code, as a shell would tell it. */
export const runCommand = async (
  [name = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> => {
  if (name === '') {
    process.stderr.write('dam-sandbox: the command is empty\n')
    return EXIT.notFound
  }
  const child = spawn(name, args, { env, stdio: 'inherit' })
  const passOn = (signal: NodeJS.Signals): void => {
    // Ctrl-C on a terminal reaches the command by itself; sent twice it would not end in order.
    if (signal !== 'SIGINT' || process.stdin.isTTY !== true) child.kill(signal)
  }
  for (const signal of PASSED_ON) process.on(signal, passOn)
  const ended = new Promise<number>((resolve) => {
    child.once('error', (error) => resolve(codeOfFailure(name, error)))
    child.once('exit', (code, signal) => resolve(code ?? EXIT.signal + numberOf(signal)))
  })
  return ended.finally(() => {
    for (const signal of PASSED_ON) process.off(signal, passOn)
  })
}

const numberOf = (signal: NodeJS.Signals | null): number => (signal ? constants.signals[signal] : 0)

const codeOfFailure = (name: string, error: NodeJS.ErrnoException): number => {
  const isMissing = error.code === 'ENOENT'
  const reason = isMissing ? 'is not there' : `cannot be run: ${error.code ?? error.message}`
  process.stderr.write(`dam-sandbox: the command ${name} ${reason}\n`)
  return isMissing ? EXIT.notFound : EXIT.notExecutable
}
