import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Reply, send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import {
  callOperation,
  freshFolder,
  type ServerProcess,
  startProcess,
  startProgram,
  stopProcess,
} from '#test/kit/process.ts'

/** Makes work beside some delays fail: by a rejection, an exception, or a stream; and some signals throw outside of any call. */
const INJECTED = `
  import timers from 'node:timers/promises'
  import { createReadStream } from 'node:fs'
  const { setTimeout: wait } = timers
  const injected = (code) => Object.assign(new Error('injected'), code && { code })
  const WORK = {
    59001: () => setTimeout(() => void Promise.reject(injected()), 1),
    59002: () => setTimeout(() => { throw injected() }, 1),
    59003: () => setTimeout(() => createReadStream('/injected'), 1),
    59004: () => setTimeout(() => { throw injected('ECONNRESET') }, 1),
  }
  timers.setTimeout = (ms, ...rest) => {
    WORK[ms]?.()
    return wait(ms, ...rest)
  }
  process.on('SIGUSR2', () => { throw injected() })
  process.on('SIGWINCH', () => { throw injected('ECONNRESET') })
  process.on('SIGCONT', () => void Promise.reject(injected()))
`

const writeInjected = (): string => {
  const file = join(freshFolder(), 'injected.mjs')
  writeFileSync(file, INJECTED)
  return file
}

const startInjected = (env: Readonly<Record<string, string>> = {}): ServerProcess =>
  startProcess(
    { SANDBOX_LOG_LEVEL: 'error', ...env },
    [],
    [process.execPath, '--import', writeInjected(), 'dist/server.cjs'],
  )

const urlOf = async (server: ServerProcess): Promise<string> =>
  (await server.url()).replace(/\/$/, '')

const call = (url: string, delayMs?: number): Promise<Reply> =>
  callOperation(
    url,
    'E8',
    { userIds: [] },
    delayMs === undefined ? {} : { 'x-sandbox-fault': `before:delay=${delayMs}` },
  )

const FAILED = { status: 500, body: { code: '90000099' } }
const ANSWERED = { status: 200, body: { code: '0' } }

/** How many calls faults have delayed, or delay now. */
const delayedAt = async (url: string): Promise<number> => {
  const { text } = await send(`${url}/metrics`, { method: 'GET' })
  return Number(/^dam_sandbox_faults_total\{phase="before"\} (\d+)$/m.exec(text)?.[1])
}

const lineOf = async (server: ServerProcess, message: string): Promise<unknown> => {
  const [line = ''] = await server.until(new RegExp(`^.*${message}.*$`, 'm'))
  return JSON.parse(line)
}

const NOT_CAUGHT = 'uncaught error; the request that caused it fails'

test.each([
  ['rejection of a promise', 59_001, 'injected'],
  ['exception in a timer', 59_002, 'injected'],
  ['error of a stream', 59_003, 'ENOENT'],
  ['error of a connection', 59_004, 'injected'],
])(
  'the %s that nothing caught fails its call, which the log names, and leaves the server running',
  async (_what, delayMs, message) => {
    const server = startInjected()
    const url = await urlOf(server)
    const other = call(url, 500)
    expect(await call(url, delayMs)).toMatchObject(FAILED)
    expect(await lineOf(server, NOT_CAUGHT)).toMatchObject({
      level: 50,
      err: { message: expect.stringContaining(message) },
      call: { operation: 'E8', workspace: '00000000', path: pathOf('E8') },
    })
    expect(await other).toMatchObject(ANSWERED)
    expect(await call(url)).toMatchObject(ANSWERED)
    await stopProcess(server)
  },
)

test.each([
  ['error of a connection', 'SIGWINCH', 'uncaught error of a connection or stream'],
  ['rejection', 'SIGCONT', 'unhandled promise rejection outside of any call'],
] as const)(
  'the %s that belongs to no call leaves the server running, and its calls in flight are in the log',
  async (_what, signal, message) => {
    const server = startInjected()
    const url = await urlOf(server)
    const other = call(url, 2_000)
    await expect.poll(() => delayedAt(url)).toBe(1)
    server.kill(signal)
    expect(await lineOf(server, message)).toMatchObject({
      level: 50,
      err: { message: 'injected' },
      calls: [{ operation: 'E8' }],
    })
    expect(await other).toMatchObject(ANSWERED)
    await stopProcess(server)
  },
)

test('an exception outside of any call lets the calls in flight finish, and ends the process with code 1', async () => {
  const folder = freshFolder()
  const server = startInjected({ SANDBOX_DATA: folder })
  const url = await urlOf(server)
  const other = call(url, 2_000)
  const created = await send(`${url}/_sandbox/snapshots`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"kept"}',
  })
  expect(created.status).toBe(201)
  server.kill('SIGUSR2')
  expect(await other).toMatchObject(ANSWERED)
  expect(await lineOf(server, 'uncaught exception outside of any call')).toMatchObject({
    level: 60,
    err: { message: 'injected' },
    inFlight: 1,
  })
  expect(await server.ending()).toMatchObject({ code: 1, signal: null })
  const again = startProcess({ SANDBOX_DATA: folder })
  const kept = await send(`${await urlOf(again)}/_sandbox/snapshots`, { method: 'GET' })
  expect(kept.body).toMatchObject({ snapshots: [{ name: 'kept' }] })
})

/** A program of somebody else that uses the library, and throws an error of its own after a signal. */
const USER = `
  import { startSandbox } from 'INDEX'
  const sandbox = await startSandbox({ seed: 'minimal', storagePort: 'off', log: 'error' })
  process.stdout.write('listens on ' + sandbox.url + '\\n')
`

describe('the library', () => {
  const startUser = (): ServerProcess => {
    const file = join(freshFolder(), 'user.mjs')
    writeFileSync(file, USER.replace('INDEX', resolve('dist/index.mjs')))
    return startProgram(process.execPath, ['--import', writeInjected(), file], {
      env: { PATH: '/usr/bin:/bin' },
    })
  }

  test.each([59_001, 59_002, 59_003])(
    'keeps an error of its call from ending the process that uses it: %d',
    async (delayMs) => {
      const user = startUser()
      const url = await urlOf(user)
      expect(await call(url, delayMs)).toMatchObject(FAILED)
      expect(await lineOf(user, NOT_CAUGHT)).toMatchObject({ call: { operation: 'E8' } })
      expect(await call(url)).toMatchObject(ANSWERED)
    },
  )

  test.each(['SIGUSR2', 'SIGWINCH', 'SIGCONT'] as const)(
    'leaves all other errors to that process, which ends as without the library: %s',
    async (signal) => {
      const user = startUser()
      await user.url()
      user.kill(signal)
      expect(await user.ending()).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Error: injected'),
      })
    },
  )
})
