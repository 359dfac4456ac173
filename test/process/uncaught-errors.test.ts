import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Reply, send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import {
  callOperation,
  freshFolder,
  type ServerProcess,
  startProcess,
  stopProcess,
} from '#test/kit/process.ts'

/** Makes work beside some delays fail: with a rejection, or an exception. */
const INJECTED = `
  import timers from 'node:timers/promises'
  const { setTimeout: wait } = timers
  timers.setTimeout = (ms, ...rest) => {
    if (ms === 59_001) setTimeout(() => void Promise.reject(new Error('injected')), 1)
    if (ms === 59_002) setTimeout(() => { throw new Error('injected') }, 1)
    return wait(ms, ...rest)
  }
`

const startInjected = (env: Readonly<Record<string, string>> = {}): ServerProcess => {
  const file = join(freshFolder(), 'injected.mjs')
  writeFileSync(file, INJECTED)
  return startProcess(
    { SANDBOX_LOG_LEVEL: 'error', ...env },
    [],
    [process.execPath, '--import', file, 'dist/server.cjs'],
  )
}

const call = (url: string, delayMs?: number): Promise<Reply> =>
  callOperation(
    url,
    'E8',
    { userIds: [] },
    delayMs === undefined ? {} : { 'x-sandbox-fault': `before:delay=${delayMs}` },
  )

const FAILED = { status: 500, body: { code: '90000099' } }
const ANSWERED = { status: 200, body: { code: '0' } }

const lineOf = async (server: ServerProcess, message: string): Promise<unknown> => {
  const [line = ''] = await server.until(new RegExp(`^.*${message}.*$`, 'm'))
  return JSON.parse(line)
}

test('an unhandled rejection fails its call, which the log names, and leaves the server running', async () => {
  const server = startInjected()
  const url = (await server.url()).replace(/\/$/, '')
  const other = call(url, 500)
  expect(await call(url, 59_001)).toMatchObject(FAILED)
  expect(await lineOf(server, 'a rejected promise was not handled')).toMatchObject({
    level: 50,
    err: { message: 'injected' },
    call: { operation: 'E8', workspace: '00000000', path: pathOf('E8') },
  })
  expect(await other).toMatchObject(ANSWERED)
  expect(await call(url)).toMatchObject(ANSWERED)
  await stopProcess(server)
})

test('an uncaught exception fails its call, lets the others finish, and ends the process with code 1', async () => {
  const folder = freshFolder()
  const server = startInjected({ SANDBOX_DATA: folder })
  const url = (await server.url()).replace(/\/$/, '')
  const other = call(url, 30_000)
  const created = await send(`${url}/_sandbox/snapshots`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"kept"}',
  })
  expect(created.status).toBe(201)
  expect(await call(url, 59_002)).toMatchObject(FAILED)
  expect(await other).toMatchObject(ANSWERED)
  expect(await lineOf(server, 'an exception was not caught')).toMatchObject({
    level: 60,
    err: { message: 'injected' },
    call: { operation: 'E8' },
    inFlight: 2,
  })
  expect(await server.ending()).toMatchObject({ code: 1, signal: null })
  const again = startProcess({ SANDBOX_DATA: folder })
  const kept = await send(`${(await again.url()).replace(/\/$/, '')}/_sandbox/snapshots`, {
    method: 'GET',
  })
  expect(kept.body).toMatchObject({ snapshots: [{ name: 'kept' }] })
})
