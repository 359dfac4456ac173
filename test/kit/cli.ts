import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { expect } from 'vitest'
import { run } from '#src/cli/program.ts'
import { type Ending, freshFolder, type ServerProcess, startProgram } from './process.ts'
import { type ServerOptions, startServer } from './server.ts'

/** Starts the built command line; it is killed when the test ends. */
export const startCli = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ServerProcess =>
  startProgram(process.execPath, ['dist/cli.cjs', ...args], {
    env: { PATH: '/usr/bin:/bin', ...env },
  })

/** Runs the built command line to its end, in a process of its own. */
export const runProcess = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ending> => startCli(args, env).ending()

const keeping = () => {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(Buffer.from(chunk))
      done()
    },
  })
  return Object.assign(stream, { written: () => Buffer.concat(chunks).toString() })
}

export const fakeIo = (env: Readonly<Record<string, string>> = {}, stdin = '') => ({
  env: { PATH: '/usr/bin:/bin', ...env },
  stdin: Readable.from([Buffer.from(stdin)]),
  stdout: keeping(),
  stderr: keeping(),
})

/** Runs the command line of the sources in this process; the first text has words without spaces. */
export const runCli = async (
  [words = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdin = '',
): Promise<Ending> => {
  const io = fakeIo(env, stdin)
  const code = await run([...words.split(' ').filter((word) => word !== ''), ...args], io)
  return { code, signal: null, stdout: io.stdout.written(), stderr: io.stderr.written() }
}

export const serverWithCli = async (options: ServerOptions = {}) => {
  const server = await startServer(options)
  const env = { SANDBOX_URL: server.url }
  const run = (...args: string[]): Promise<Ending> => runCli(args, env)
  const cli = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(...args)
    expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' })
    return stdout
  }
  // biome-ignore lint/suspicious/noExplicitAny: what a command prints as JSON is looked into key by key.
  const json = async (...args: string[]): Promise<any> =>
    JSON.parse((await run(...args, '--json')).stdout)
  const shell = (script: string): Promise<Ending> => runShell(script, env)
  return { server, env, run, cli, json, shell }
}

/** Runs a script of a POSIX shell, in which the built command line is `dam-sandbox`. */
const runShell = (script: string, env: Readonly<Record<string, string>> = {}): Promise<Ending> => {
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
