import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { readMaterial } from '../calls/tester.ts'
import { Client } from '../core/client.ts'
import type { Address } from '../core/connection.ts'
import { randomFor } from '../core/random.ts'
import { attack, isOver, type Session, type Tester } from '../core/session.ts'
import { createTenant } from '../core/tenant.ts'
import { type BigBody, makeBigBody } from './big-body.ts'

const AT_ONCE = 64
const BODIES = 20_000
const SHORT_BODIES = 30
const ROUNDS = 40
const WARM_BODIES = 10

/** What the promise allows: 250 ms, and 500 ms beside E7, E4 and big databases. */
const MAX_LAG_MS = 250
const MAX_LAG_BESIDE_MS = 500
const ALLOWED_BESIDE = /^(E7|E4), (\w+ filled|right )|seed|import|export/
const MAX_RISE_MIB = 150
const BACK_WITHIN_MS = 30_000

const PLAN = {
  limit: Number.POSITIVE_INFINITY,
  inMemory: true,
  env: { NODE_OPTIONS: '--max-old-space-size=512' },
}

/** Big bodies to every route, with every credential and in every shape: one at a time, then 64 at a time. */
export const bodies: Tester = async (run) => {
  const one = await attack(run, PLAN, oneAtATime)
  const many = await attack(run, PLAN, manyAtATime)
  return { requests: one.requests + many.requests, lines: [...one.lines, ...many.lines] }
}

/** Makes the body of an index, the same for the same seed. */
const makerOf = async (session: Session): Promise<(index: number) => BigBody> => {
  const { routes } = await readMaterial(session)
  const tenant = await createTenant(new Client(session.server), { seed: 'demo' })
  return (index) =>
    makeBigBody(randomFor(session.run.options.seed, 'bodies', index), tenant, routes)
}

const oneAtATime = async (session: Session): Promise<string[]> => {
  const { run, watch } = session
  const make = await makerOf(session)
  const limit = run.options.requests ?? (run.options.short ? SHORT_BODIES : BODIES)
  // Half of the time is for many at a time.
  const endMs = performance.now() + (run.deadlineMs - performance.now()) / 2
  let baseMiB = 0
  let peakMiB = 0
  for (let count = 0; count < limit && performance.now() < endMs && session.goesOn(); count += 1) {
    const index = session.nextIndex()
    const { label, request } = make(index)
    watch.label = label
    watch.maxLagMs = ALLOWED_BESIDE.test(label) ? MAX_LAG_BESIDE_MS : MAX_LAG_MS
    const connection = session.connect()
    await session.send(connection, request, index, label)
    connection.close()
    const reading = await watch.look()
    if (count === WARM_BODIES) baseMiB = reading.nowMiB
    if (count > WARM_BODIES) peakMiB = Math.max(peakMiB, reading.peakMiB)
  }
  return judgeMemory(session, baseMiB, peakMiB)
}

const judgeMemory = async (
  session: Session,
  baseMiB: number,
  peakMiB: number,
): Promise<string[]> => {
  const { run, watch } = session
  const end = performance.now() + BACK_WITHIN_MS
  let backMiB = (await watch.look()).nowMiB
  while (!run.options.short && performance.now() < end && backMiB > baseMiB + 30) {
    await pause(500)
    backMiB = (await watch.look()).nowMiB
  }
  const report = (text: string): void =>
    session.report({ kind: 'memory', text, index: run.options.from })
  if (baseMiB > 0 && peakMiB - baseMiB > MAX_RISE_MIB)
    report(`resident memory rose from ${baseMiB} to ${peakMiB} MiB, one body at a time`)
  if (baseMiB > 0 && backMiB - baseMiB > MAX_RISE_MIB / 2)
    report(`resident memory was ${backMiB} MiB 30 s after the last body, ${baseMiB} MiB before`)
  return [`resident memory ${baseMiB} MiB, at most ${peakMiB} MiB, ${backMiB} MiB at the end`]
}

/** 64 bodies at a time, of which some never end: the small heap must survive. */
const manyAtATime = async (session: Session): Promise<string[]> => {
  const { run, server, watch } = session
  const make = await makerOf(session)
  const rounds = run.options.short ? 1 : ROUNDS
  let round = 0
  for (; round < rounds && (round === 0 || !isOver(run)) && server.isRunning; round += 1) {
    // The same body 64 times is worse than 64 different ones, so both are tried.
    const index = session.nextIndex(8)
    const made = Array.from({ length: round % 2 === 0 ? 1 : 8 }, (_, number) =>
      make(index + number),
    )
    watch.label = made.map(({ label }) => label).join('\n')
    const stop = neverEnding(server.address, round % 4 === 3 ? 32 : 0)
    const sending = Array.from({ length: AT_ONCE }, async (_, number) => {
      const connection = session.connect()
      const body = made[number % made.length]
      if (body) await session.send(connection, body.request, index, body.label)
      connection.close()
    })
    await Promise.all(sending)
    stop()
  }
  return [`${round} rounds of ${AT_ONCE} at a time`]
}

const MIB = Buffer.alloc(1_048_576, '{},')
const NEVER_ENDING = `POST /open-api/oauth/get-token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${31 * MIB.length}\r\n\r\n[`

/** Opens connections that announce 31 MiB to the token route, send 30 of them and then nothing; answers how to end them. */
const neverEnding = ({ hostname, port }: Address, count: number): (() => void) => {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, hostname)
    socket.on('error', () => socket.destroy())
    socket.resume().write(NEVER_ENDING)
    for (let sent = 0; sent < 30; sent += 1) socket.write(MIB)
    return socket
  })
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
