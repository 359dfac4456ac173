import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '../core/client.ts'
import { bare } from '../core/request.ts'
import { type ServerProcess, usageOf } from '../core/server-process.ts'
import { clear } from '../core/tenant.ts'

/** What a server holds when no connection of the tester is left. */
export interface Rest {
  readonly openDatabases: number
  readonly descriptors: number
  readonly temporaryFiles: number
  readonly callsInFlight: number
  readonly heapMiB: number
  readonly residentMiB: number
}

type Held = Omit<Rest, 'heapMiB' | 'residentMiB'>

const heapFile = (pid: number | string): string => join(tmpdir(), `heap-of-${pid}`)

/** Preloaded by the server under test: on demand it collects garbage, and writes the bytes of its heap into a file. */
const COLLECTOR = `import{setFlagsFromString}from'node:v8';import{runInNewContext}from'node:vm';\
import{renameSync,writeFileSync}from'node:fs';setFlagsFromString('--expose-gc');const collect=runInNewContext('gc');\
const file='${heapFile('')}'+process.pid;process.on('SIGWINCH',()=>{collect();\
writeFileSync(file+'~',''+process.memoryUsage().heapUsed);renameSync(file+'~',file)})`

/** The environment of a server whose heap can be collected; few open databases, so that a kept one shows. */
export const REST_ENVIRONMENT: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(COLLECTOR)}`,
  SANDBOX_MAX_OPEN: '2',
}

const MAX_LEFT_DESCRIPTORS = 10
const MAX_LEFT_HEAP_MIB = 5
/** What the allocator keeps varies more than the heap. */
const MAX_LEFT_RESIDENT_MIB = 100
const SETTLE_MS = 40_000

/** What a server holds without data, once it holds no more than before or has had time for that. */
export const readRest = async (server: ServerProcess, before?: Rest): Promise<Rest> => {
  const client = new Client(server)
  // Data and journals of workspaces have bounds of their own.
  await clear(client)
  const held = await settle(
    server,
    client,
    (now) => before !== undefined && leftOf(before, now).length > 0,
  )
  const heapMiB = await readHeapMiB(server)
  client.close()
  return { ...held, heapMiB, residentMiB: usageOf(server.pid).residentMiB }
}

const settle = async (
  server: ServerProcess,
  client: Client,
  isLeft: (held: Held) => boolean,
): Promise<Held> => {
  for (const end = performance.now() + SETTLE_MS; ; await pause(200)) {
    const { workspaces } = await client.control<{ workspaces: { open: number } }>('GET', '')
    const metrics = String(await client.done(bare('GET', '/metrics')))
    const held = {
      openDatabases: workspaces.open,
      descriptors: usageOf(server.pid).descriptors,
      temporaryFiles: server.countTemporaryFiles(),
      callsInFlight: Number(/^dam_sandbox_calls_in_flight (\d+)$/m.exec(metrics)?.[1]),
    }
    if (!isLeft(held) || performance.now() > end) return held
  }
}

/** What a server has not given back. */
export const leftOf = (before: Held, after: Held): string[] => {
  const databases = after.openDatabases - before.openDatabases
  const descriptors = after.descriptors - before.descriptors
  const files = after.temporaryFiles - before.temporaryFiles
  // The scrape is one of them, and the watch may have another one.
  const calls = after.callsInFlight - 2
  return [
    databases > 0 && `${databases} databases`,
    descriptors > MAX_LEFT_DESCRIPTORS && `${descriptors} descriptors`,
    files > 0 && `${files} temporary files`,
    calls > 0 && `${calls} calls in flight`,
  ].filter((left) => left !== false)
}

/** True if the memory has grown by more than the tolerance; the heaps of runs without faults differ by 1 to 2 MiB. */
export const hasGrown = (before: Rest, after: Rest): boolean =>
  after.heapMiB > before.heapMiB + MAX_LEFT_HEAP_MIB ||
  after.residentMiB > before.residentMiB + MAX_LEFT_RESIDENT_MIB

const readHeapMiB = async ({ pid }: ServerProcess): Promise<number> => {
  let min = Number.POSITIVE_INFINITY
  // What a collection finds unreachable may hold something that only the next one frees.
  for (let round = 0; round < 5; round += 1) {
    process.kill(pid, 'SIGWINCH')
    do await pause(100)
    while (!existsSync(heapFile(pid)))
    min = Math.min(min, Number(readFileSync(heapFile(pid), 'utf8')))
    rmSync(heapFile(pid))
  }
  return Math.round((min / 1_048_576) * 10) / 10
}
