import { Pool } from '../calls/pool.ts'
import { setStage, type Tenant } from '../calls/stage.ts'
import { LagWatch } from '../core/lag-watch.ts'
import { randomFor } from '../core/random.ts'
import { isOver, lastErrors, type Run, startWatched, type Tester } from '../core/run.ts'
import { descriptorsOf, residentMiB, type ServerProcess } from '../core/server-process.ts'
import { type Messages, makeMessages } from './messages.ts'
import { RawSocket } from './raw-socket.ts'
import { SCENARIOS } from './scenarios.ts'

const LANES = 32
const CROWD_EVERY = 2_000
// Two crowds may overlap on a slow machine, and stay within the 1,024 connections of a server.
const CROWD = 400
const DEFAULT_REQUESTS = 200_000
const MAX_LEFT_DESCRIPTORS = 10
const SETTLE_MS = 15_000

/** Raw connections: pipelined, garbled, half, slow, unread, reset, and many at a time. */
export const sockets: Tester = async (run) => {
  let next = run.options.from
  let sent = 0
  const server = await startWatched(run, {
    hasFolder: true,
    index: () => Math.max(0, next - LANES),
  })
  const watch = new LagWatch(run, server)
  try {
    const messages = await prepare(server)
    const before = { descriptors: descriptorsOf(server.pid), residentMiB: residentMiB(server.pid) }
    const limit = run.options.requests ?? DEFAULT_REQUESTS
    const lane = async (): Promise<void> => {
      while (!isOver(run) && sent < limit && server.isRunning) {
        const index = next
        next += 1
        const isCrowd = index > 0 && index % CROWD_EVERY === 0
        const work = isCrowd ? crowd : runScenario
        const count = await work(run, server, messages, index)
        sent += count
        if (index % 500 === 0) run.progress(`${sent} requests`)
      }
    }
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: LANES }, lane))
    const rate = (sent / (performance.now() - startedAt)) * 1_000
    const left = await settle(run, server, before.descriptors, next)
    return {
      requests: sent,
      lines: [
        `${sent} requests on ${next - run.options.from} connections, ${Math.round(rate)} per second`,
        await watch.close(),
        `before and after: ${before.residentMiB} and ${residentMiB(server.pid)} MiB, ${before.descriptors} and ${left} descriptors`,
      ],
    }
  } finally {
    await server.dispose()
  }
}

const prepare = async (server: ServerProcess): Promise<Messages> => {
  const { tenants } = await setStage(server.url)
  const [tenant] = tenants as readonly [Tenant]
  const response = await fetch(`${server.url}/open-api/standard/v2/asset/detail-list`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'access-token': tenant.accessToken,
      'token-type': 'bearer',
    },
    body: JSON.stringify({ param: tenant.samples.E4 }),
  })
  const pool = new Pool()
  pool.learn(await response.json())
  return makeMessages(tenant, pool.signedPaths)
}

const runScenario = async (
  run: Run,
  server: ServerProcess,
  messages: Messages,
  index: number,
): Promise<number> => {
  const random = randomFor(run.options.seed, 'sockets', index)
  const name = random.pick(Object.keys(SCENARIOS) as (keyof typeof SCENARIOS)[])
  const socket = new RawSocket(server.address)
  const sent = await SCENARIOS[name](socket, messages, random)
  socket.close()
  reportFailure(run, server, socket, name, index)
  return sent
}

/** Many connections at a time, each with one request, half of them not read. */
const crowd = async (
  run: Run,
  server: ServerProcess,
  messages: Messages,
  index: number,
): Promise<number> => {
  const random = randomFor(run.options.seed, 'crowd', index)
  const raw = Array.from({ length: CROWD }, () => new RawSocket(server.address))
  for (const socket of raw) {
    if (random.chance(0.5)) socket.pause()
    socket.write(messages.any(random))
  }
  await Promise.all(raw.map((socket) => socket.quiet(200)))
  for (const socket of raw) {
    socket.close()
    reportFailure(run, server, socket, 'crowd', index)
  }
  return CROWD
}

const reportFailure = (
  run: Run,
  server: ServerProcess,
  { failure }: RawSocket,
  scenario: string,
  index: number,
): void => {
  if (failure === undefined || /x-sandbox-fault: .*\b(status|refuse)\b/i.test(failure)) return
  const [status] = /\d{3}/.exec(failure.slice(9)) ?? []
  const body =
    failure
      .split('\r\n\r\n')[1]
      ?.slice(0, 200)
      .replaceAll(/\d{3,}/g, 'N') ?? ''
  run.findings.add({
    kind: '5xx',
    tester: run.tester,
    seed: run.options.seed,
    index,
    text: `${status} in ${scenario}: ${body}`,
    detail: lastErrors(server),
  })
}

/** Waits until the server has closed what its callers have left; what stays open is a finding. */
const settle = async (
  run: Run,
  server: ServerProcess,
  before: number,
  index: number,
): Promise<number> => {
  const end = performance.now() + (run.options.isShort ? 1_000 : SETTLE_MS)
  const isBack = (): boolean => descriptorsOf(server.pid) <= before + MAX_LEFT_DESCRIPTORS
  while (server.isRunning && !isBack() && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 200))
  const left = descriptorsOf(server.pid)
  if (server.isRunning && !isBack())
    run.findings.add({
      kind: 'memory',
      tester: run.tester,
      seed: run.options.seed,
      index: Math.max(0, index - 1_000),
      text: 'descriptors stay open after their connections have ended',
      detail: `${before} before, ${left} after`,
    })
  return left
}
