import { readMaterial } from '../calls/tester.ts'
import { Client } from '../core/client.ts'
import { randomFor } from '../core/random.ts'
import { attack, limitOf, type Session, type Tester, timesOf } from '../core/session.ts'
import { createTenant } from '../core/tenant.ts'
import { REST_ENVIRONMENT } from '../sockets/rest.ts'
import { type BigBody, makeBigBody } from './big-body.ts'
import { unfinishedBodies } from './unfinished.ts'

const AT_ONCE = 64
const BODIES = 20_000
const SHORT_BODIES = 30
const MANY_BODIES = 40 * AT_ONCE
const WARM_BODIES = 10

/** What the promise allows: 250 ms, and 500 ms beside E7, E4 and big databases. */
const MAX_LAG_MS = 250
const MAX_LAG_BESIDE_MS = 500
const ALLOWED_BESIDE = /^(E7|E4), (\w+ filled|right )|seed|import|export/
const MAX_RISE_MIB = 150

const PLAN = {
  limit: Number.POSITIVE_INFINITY,
  inMemory: true,
  env: { NODE_OPTIONS: '--max-old-space-size=512' },
}

const UNFINISHED = { limit: Number.POSITIVE_INFINITY, env: REST_ENVIRONMENT }

/**
 * Big bodies to every route, with every credential and in every shape, one at a time; bodies that do not end, at every
 * listener; then big ones 64 at a time.
 */
export const bodies: Tester = async (run) => {
  const during = timesOf(run)
  const one = await attack(during(1 / 2), PLAN, oneAtATime)
  const cut = await attack(during(1), UNFINISHED, unfinishedBodies)
  const many = await attack(during(1 / 2), PLAN, manyAtATime)
  const all = [one, cut, many]
  return {
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    lines: all.flatMap(({ lines }) => lines),
  }
}

const makerOf = async (session: Session): Promise<(index: number) => BigBody> => {
  const { routes } = await readMaterial(session)
  const tenant = await createTenant(new Client(session.server), { seed: 'demo' })
  return (index) =>
    makeBigBody(randomFor(session.run.options.seed, 'bodies', index), tenant, routes)
}

const oneAtATime = async (session: Session): Promise<string[]> => {
  const { run, watch } = session
  const make = await makerOf(session)
  const limit = limitOf(run, BODIES, SHORT_BODIES)
  let baseMiB = 0
  let peakMiB = 0
  for (let count = 0; session.goesOn(limit); count += 1) {
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
  const text = `resident memory rose from ${baseMiB} to ${peakMiB} MiB, one body at a time`
  if (baseMiB > 0 && peakMiB - baseMiB > MAX_RISE_MIB)
    session.report({ kind: 'memory', text, index: run.options.from })
  return [text]
}

/** The same body 64 times, and the next: the small heap must survive. */
const manyAtATime = async (session: Session): Promise<string[]> => {
  const { run, watch } = session
  const make = await makerOf(session)
  let made = { round: -1, body: make(0) }
  watch.maxLagMs = Number.POSITIVE_INFINITY
  await session.work(
    AT_ONCE,
    1,
    async (index, connection) => {
      const round = Math.floor(index / AT_ONCE)
      if (made.round !== round) made = { round, body: make(round) }
      const { label, request } = made.body
      watch.label = label
      await session.send(connection, request, index, label)
    },
    limitOf(run, MANY_BODIES, AT_ONCE),
  )
  return []
}
