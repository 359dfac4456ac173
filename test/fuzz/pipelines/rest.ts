import { control } from '../core/control.ts'
import { descriptorsOf, type ServerProcess } from '../core/server-process.ts'

/** What a server holds when no connection of the tester is left. */
export interface Rest {
  readonly callsInFlight: number
  readonly openDatabases: number
  readonly descriptors: number
  readonly heapMiB: number
}

type Held = Omit<Rest, 'heapMiB'>

/** Preloaded by the server under test: a collection on demand, since the heap counts garbage as well. */
const COLLECTOR = `import{setFlagsFromString}from'node:v8';import{runInNewContext}from'node:vm';\
setFlagsFromString('--expose-gc');const collect=runInNewContext('gc');process.on('SIGWINCH',()=>collect())`

/** The environment of a server whose heap can be collected; few open databases, so that a kept one shows. */
export const REST_ENVIRONMENT: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(COLLECTOR)}`,
  SANDBOX_MAX_OPEN: '2',
}

const MAX_LEFT_DESCRIPTORS = 10
const MAX_LEFT_HEAP_MIB = 5
const SETTLE_MS = 20_000

/** What a server holds without data, once it holds no more than before or has had time for that. */
export const readRest = async (server: ServerProcess, before?: Rest): Promise<Rest> => {
  const isLeft = (held: Held): boolean =>
    held.callsInFlight > 0 || (before !== undefined && leftOf(before, held).length > 0)
  await settle(server, ({ callsInFlight }) => callsInFlight > 0)
  await dropData(server)
  const held = await settle(server, isLeft)
  return { ...held, heapMiB: await readHeapMiB(server) }
}

const settle = async (server: ServerProcess, isLeft: (held: Held) => boolean): Promise<Held> => {
  const end = performance.now() + SETTLE_MS
  let held = await readHeld(server)
  while (isLeft(held) && performance.now() < end) {
    await pause(200)
    held = await readHeld(server)
  }
  return held
}

/** What a server has not given back. */
export const leftOf = (before: Held, after: Held): string[] => {
  const { callsInFlight, openDatabases, descriptors } = after
  return [
    callsInFlight > 0 && `${callsInFlight} calls`,
    openDatabases > before.openDatabases && `${openDatabases - before.openDatabases} databases`,
    descriptors > before.descriptors + MAX_LEFT_DESCRIPTORS &&
      `${descriptors - before.descriptors} descriptors`,
  ].filter((left) => left !== false)
}

/** Whether the heap has grown by more than the tolerance; runs without faults differ by 1 to 2 MiB. */
export const hasGrown = (before: Rest, after: Rest): boolean =>
  after.heapMiB > before.heapMiB + MAX_LEFT_HEAP_MIB

const readHeld = async (server: ServerProcess): Promise<Held> => {
  const load = await control<{ callsInFlight: number }>(server.url, 'GET', '/load')
  const { workspaces } = await control<{ workspaces: { open: number } }>(
    server.url,
    'GET',
    '/server',
  )
  return {
    // The request for it is one of them.
    callsInFlight: load.callsInFlight - 1,
    openDatabases: workspaces.open,
    descriptors: descriptorsOf(server.pid),
  }
}

/** Data and journals of workspaces have bounds of their own. */
const dropData = async (server: ServerProcess): Promise<void> => {
  const { workspaces } = await control<{ workspaces: { id: string }[] }>(
    server.url,
    'GET',
    '/workspaces',
  )
  for (const { id } of workspaces)
    if (id !== '00000000') await control(server.url, 'DELETE', `/workspaces/${id}`)
  await control(server.url, 'POST', '/reset', { parts: ['data', 'journal', 'faults', 'clock'] })
}

const readHeapMiB = async (server: ServerProcess): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  // What a collection finds unreachable may hold something that only the next one frees.
  for (let round = 0; round < 5; round += 1) {
    process.kill(server.pid, 'SIGWINCH')
    await pause(100)
    const memory = await control<{ process: { usedHeapBytes: number } }>(
      server.url,
      'GET',
      '/memory',
    )
    least = Math.min(least, memory.process.usedHeapBytes)
  }
  return Math.round((least / 1_048_576) * 10) / 10
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
