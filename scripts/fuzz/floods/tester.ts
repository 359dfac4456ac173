import { setTimeout as pause } from 'node:timers/promises'
import { PollerThread } from '../core/poller.ts'
import { usageOf } from '../core/server-process.ts'
import { attack, isOver, limitOf, type Session, type Tester } from '../core/session.ts'
import { RawSocket } from '../sockets/raw-socket.ts'
import { type Flood, floodsOf } from './cases.ts'
import { PROBE_ENVIRONMENT, readHold } from './probe.ts'

const MAX_MS = 250
const MAX_GROWTH_MIB = 200
/** A request waits behind those that came before it, one of each connection. */
const MAX_WORK_MS = 7_500
/** How long one flood lasts at most; then its callers leave. */
const FLOOD_MS = 8_000
const LOOK_MS = 50

interface Seen {
  holdMs: number
  oldMs: number
  newMs: number
  workMs: number
  growthMiB: number
}

/** Many callers who send everything at once, to each route: nothing may hold the event loop or take much memory. */
export const floods: Tester = (run) => {
  const limit = limitOf(run, Number.POSITIVE_INFINITY)
  const env = { ...PROBE_ENVIRONMENT, SANDBOX_METRICS_PORT: '0', SANDBOX_LOG: 'info' }
  return attack(run, { limit, env }, async (session) => {
    const worst = { holdMs: 0, oldMs: 0, newMs: 0, workMs: 0, growthMiB: 0 }
    const rows: [Flood, Seen][] = []
    const { phases } = run.options
    const isWanted = ({ name }: Flood) => phases?.some((part) => name.includes(part)) ?? true
    for (const flood of (await floodsOf(session)).filter(isWanted)) {
      if (isOver(run) || !session.goesOn()) break
      const seen = await send(session, flood)
      rows.push([flood, seen])
      for (const key of Object.keys(worst) as (keyof Seen)[])
        worst[key] = Math.max(worst[key], seen[key])
    }
    const table = rows
      .sort(([, a], [, b]) => b.holdMs - a.holdMs)
      .map(
        ([{ name, connections, pipelined }, seen]) =>
          `${describe(seen)}  ${connections} × ${pipelined} ${name}`,
      )
    return [
      'hold, /livez old, new, another request (ms), memory (MiB), flood',
      `${describe(worst)}  worst`,
      ...table,
    ]
  })
}

const describe = ({ holdMs, oldMs, newMs, workMs, growthMiB }: Seen): string =>
  [holdMs, oldMs, newMs, workMs, growthMiB].map((number) => String(number).padStart(6)).join('')

const send = async (session: Session, flood: Flood): Promise<Seen> => {
  const { server, watch } = session
  const { name, connections, pipelined, bytes, isUnread = false, address = server.address } = flood
  watch.label = name
  const before = usageOf(server.pid).residentMiB
  const sockets = Array.from({ length: connections }, () => new RawSocket(address))
  await Promise.all(sockets.map((socket) => socket.opened))
  const poller = await calmPoller(session)
  await readHold(server.pid)
  const message = Buffer.concat(Array<Buffer>(pipelined).fill(bytes))
  for (const socket of sockets) {
    if (isUnread) socket.pause()
    socket.write(message)
  }
  const seen: Seen = { holdMs: 0, oldMs: 0, newMs: 0, workMs: 0, growthMiB: 0 }
  const end = performance.now() + FLOOD_MS
  let quiet = 0
  while (performance.now() < end && quiet < 4 && server.isRunning) {
    await pause(LOOK_MS)
    const { residentMiB } = usageOf(server.pid)
    seen.growthMiB = Math.max(seen.growthMiB, residentMiB - before)
    quiet = sockets.every((socket) => socket.isQuietFor(2 * LOOK_MS)) ? quiet + 1 : 0
  }
  session.count(connections * pipelined)
  for (const socket of sockets) socket.close()
  const { lagMs, newLagMs, workLagMs } = await poller.read()
  await poller.close()
  if (server.isRunning) seen.holdMs = await readHold(server.pid)
  Object.assign(seen, { oldMs: lagMs, newMs: newLagMs, workMs: workLagMs })
  judge(session, flood, seen)
  return seen
}

/** A poller that has got over its own start and that of the connections. */
const calmPoller = async ({ run, server }: Session): Promise<PollerThread> => {
  const poller = new PollerThread(run.program, server)
  for (let count = 0, isCalm = false; count < 50 && !isCalm; count += 1) {
    await pause(2 * LOOK_MS)
    const { lagMs, newLagMs } = await poller.read()
    isCalm = count > 2 && Math.max(lagMs, newLagMs) < LOOK_MS
  }
  return poller
}

const judge = (session: Session, { name }: Flood, seen: Seen): void => {
  const { holdMs, oldMs, newMs, workMs, growthMiB } = seen
  const times = { 'the event loop was held': holdMs, 'a new connection waited for /livez': newMs }
  for (const [what, ms] of Object.entries({
    ...times,
    'an old connection waited for /livez': oldMs,
  }))
    if (ms > MAX_MS)
      session.report({
        kind: 'lag',
        text: `${what} for more than ${MAX_MS} ms: ${name}`,
        detail: `${ms} ms`,
      })
  if (workMs > MAX_WORK_MS)
    session.report({
      kind: 'lag',
      text: `a request waited for more than ${MAX_WORK_MS} ms: ${name}`,
      detail: `${workMs} ms`,
    })
  if (growthMiB > MAX_GROWTH_MIB)
    session.report({
      kind: 'memory',
      text: `memory grew by more than ${MAX_GROWTH_MIB} MiB: ${name}`,
      detail: `${growthMiB} MiB`,
    })
}
