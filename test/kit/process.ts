import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { WELL_KNOWN_CREDENTIALS } from '#src/contract/well-known.ts'
import { type Reply, sendJson } from './http.ts'
import { pathOf } from './operations.ts'

export interface Ending {
  code: number | null
  signal: string | null
  stdout: string
  stderr: string
}

export interface ServerProcess {
  readonly child: ChildProcess
  kill(signal: NodeJS.Signals): void
  /** Waits until a text appears on stdout or stderr; fails when the process ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>
  ending(): Promise<Ending>
  url(): Promise<string>
}

/** The command of `npm start`. */
const PROGRAM = [process.execPath, 'dist/server.cjs'] as const

/** The same where no file can grow beyond a size, as if the disk were full (EFBIG). */
export const withFileLimit = (limitBytes: number): readonly string[] => [
  '/bin/sh',
  '-c',
  `ulimit -f ${limitBytes / 512} && exec "$@"`,
  'sh',
  ...PROGRAM,
]

/** Starts `node dist/server.cjs` as `npm start` does; it is killed when the test ends. */
export const startProcess = (
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  program: readonly string[] = PROGRAM,
): ServerProcess => {
  const [command = '', ...rest] = program
  return startProgram(command, [...rest, ...args], {
    env: {
      PATH: '/usr/bin:/bin',
      SANDBOX_PORT: '0',
      SANDBOX_STORAGE_PORT: 'off',
      SANDBOX_SEED: 'minimal',
      ...env,
    },
  })
}

interface ProgramOptions {
  env: Readonly<Record<string, string>>
  cwd?: string
  isGroup?: boolean
}

/** Starts a program in a process of its own, which is killed when the test ends. */
export const startProgram = (
  program: string,
  args: readonly string[],
  { env, cwd, isGroup = false }: ProgramOptions,
): ServerProcess => {
  const child = spawn(program, args, {
    env,
    ...(cwd !== undefined && { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
  })
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null
  const kill = (signal: NodeJS.Signals): void => {
    if (!ended() && child.pid) process.kill(isGroup ? -child.pid : child.pid, signal)
  }
  const output = { stdout: '', stderr: '' }
  const watchers = new Set<() => void>()
  const notice = (): void => {
    for (const watcher of watchers) watcher()
  }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk
      notice()
    })
  const closed = once(child, 'close')
  void closed.then(notice)
  onTestFinished(() => kill('SIGKILL'))
  const until = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(output.stdout) ?? pattern.exec(output.stderr)
        if (!found && !ended()) return
        watchers.delete(look)
        if (found) resolve(found)
        else reject(new Error(`ended without ${pattern}: ${output.stdout}${output.stderr}`))
      }
      watchers.add(look)
      look()
    })
  return {
    child,
    kill,
    until,
    url: async () => (await until(/listens on (http:[^\s"]+)/))[1] ?? '',
    ending: async () => {
      await closed
      return { code: child.exitCode, signal: child.signalCode, ...output }
    },
  }
}

export const freshFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dam-sandbox-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Calls an operation of a server in another process with the well-known token, by default as the application's owner. */
export const callOperation = (
  url: string,
  operation: string,
  param: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  sendJson(
    url.replace(/\/$/, '') + pathOf(operation),
    { param },
    { 'access-token': WELL_KNOWN_CREDENTIALS.accessToken, 'token-type': 'bearer', ...headers },
  )

export const stopProcess = async (
  { child, ending }: ServerProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<Ending> => {
  child.kill(signal)
  const ended = await ending()
  expect(ended).toMatchObject({ code: 0, signal: null })
  return ended
}
