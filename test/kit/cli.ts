import { type Ending, type ServerProcess, startProgram } from './process.ts'

/** Starts the built command line; it is killed when the test ends. */
export const startCli = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ServerProcess =>
  startProgram(process.execPath, ['dist/cli.cjs', ...args], {
    env: { PATH: '/usr/bin:/bin', ...env },
  })

/** Runs the built command line to its end. */
export const runCli = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ending> => startCli(args, env).ending()
