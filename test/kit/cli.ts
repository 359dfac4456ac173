import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ending, freshFolder, type ServerProcess, startProgram } from './process.ts'

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

/** Runs a script of a POSIX shell, in which the built command line is `dam-sandbox`. */
export const runShell = (
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ending> => {
  const folder = freshFolder()
  const command = join(folder, 'dam-sandbox')
  writeFileSync(
    command,
    `#!/bin/sh\nexec '${process.execPath}' '${join(process.cwd(), 'dist/cli.cjs')}' "$@"\n`,
  )
  chmodSync(command, 0o755)
  const path = `${folder}:/usr/bin:/bin`
  return startProgram('/bin/sh', ['-c', script], { env: { PATH: path, ...env } }).ending()
}
