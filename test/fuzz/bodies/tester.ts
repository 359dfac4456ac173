import { readControlPlane } from '../calls/control-plane.ts'
import { setStage } from '../calls/stage.ts'
import { Connection } from '../core/connection.ts'
import { judge } from '../core/judge.ts'
import { PollerThread } from '../core/poller-thread.ts'
import { randomFor } from '../core/random.ts'
import { isOver, lastErrors, type Run, startWatched, type Tester } from '../core/run.ts'
import type { ServerProcess } from '../core/server-process.ts'
import { neverEnding } from './never-ending.ts'
import { type BigBody, planBodies } from './plan.ts'

const AT_ONCE = 64
const SHORT_BODIES = 30
const SHORT_ROUNDS = 1
const FULL_ROUNDS = 40
const WARM_BODIES = 10

/** What the promise allows: 250 ms, and 500 ms beside E7, E4 and big databases. */
const MAX_LAG_MS = 250
const MAX_LAG_BESIDE_MS = 500
const ALLOWED_BESIDE = /^(E7|E4),.* right |^(E7|E4), \w+ filled|seed|import|export/
const MAX_RISE_MIB = 150
const BACK_WITHIN_MS = 30_000

/** Big bodies to every route, with every credential and in every shape: one at a time, then 64 at a time. */
export const bodies: Tester = async (run) => {
  const one = await oneAtATime(run)
  const many = await manyAtATime(run)
  return { requests: one.requests + many.requests, lines: [...one.lines, ...many.lines] }
}

const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=512' }

/** A server with a small heap, and the plan for it; crashes name the bodies that were under way. */
const prepare = async (run: Run, underWay: () => string, index: () => number) => {
  const server = await startWatched(run, { env: SMALL_HEAP, index })
  const report = server.onCrash
  server.onCrash = (ending) => report({ ...ending, output: `${ending.output}\n${underWay()}` })
  const { tenants } = await setStage(server.url)
  const [tenant] = tenants
  if (!tenant) throw new Error('there is no workspace')
  const random = randomFor(run.options.seed, 'bodies')
  const plan = planBodies(random, tenant, await readControlPlane(server.url))
  return { server, plan, random }
}

const send = async (
  run: Run,
  server: ServerProcess,
  connection: Connection,
  body: BigBody,
  index: number,
  request = body.make(),
): Promise<void> => {
  const outcome = await connection.send(request)
  const wrong = judge(request, outcome)
  if (!wrong) return
  run.findings.add({
    ...wrong,
    text: `${wrong.text} (${body.label})`,
    tester: run.tester,
    seed: run.options.seed,
    index,
    request,
    detail: lastErrors(server),
  })
}

interface Worst {
  lagMs: number
  label: string
}

const oneAtATime = async (run: Run) => {
  let label = ''
  let index = run.options.from
  const { server, plan } = await prepare(
    run,
    () => label,
    () => index,
  )
  const poller = new PollerThread(run.program, server)
  const worst: Worst = { lagMs: 0, label: '' }
  let baseMiB = 0
  let peakMiB = 0
  const limit = Math.min(
    plan.length,
    run.options.requests ?? (run.options.isShort ? SHORT_BODIES : plan.length),
  )
  // Half of the time is for many at a time.
  const endMs = performance.now() + (run.deadlineMs - performance.now()) / 2
  const first = index
  try {
    for (; index < first + limit && performance.now() < endMs && server.isRunning; index += 1) {
      const body = plan[index % plan.length]
      if (!body) break
      label = body.label
      const connection = new Connection(server.address)
      await send(run, server, connection, body, index)
      connection.close()
      const reading = await poller.read()
      if (index - first === WARM_BODIES) baseMiB = reading.nowMiB
      if (index - first > WARM_BODIES) peakMiB = Math.max(peakMiB, reading.peakMiB)
      judgeLag(run, index, body, reading.lagMs - reading.ownLagMs, worst)
      if (index % 20 === 0) run.progress(`${index - first} of ${limit} bodies`)
    }
    const backMiB = await waitUntilBack(run, poller, baseMiB)
    judgeMemory(run, baseMiB, peakMiB, backMiB)
    return {
      requests: index - first,
      lines: [
        `${index - first} of ${plan.length} bodies one at a time; longest delay of /livez ${worst.lagMs} ms by ${worst.label}`,
        `resident memory ${baseMiB} MiB, at most ${peakMiB} MiB, ${backMiB} MiB at the end`,
      ],
    }
  } finally {
    await poller.close()
    await server.dispose()
  }
}

const judgeLag = (run: Run, index: number, body: BigBody, lagMs: number, worst: Worst): void => {
  if (lagMs > worst.lagMs) Object.assign(worst, { lagMs, label: body.label })
  const max = ALLOWED_BESIDE.test(body.label) ? MAX_LAG_BESIDE_MS : MAX_LAG_MS
  if (lagMs <= max || run.options.isShort) return
  run.findings.add({
    kind: 'lag',
    tester: run.tester,
    seed: run.options.seed,
    index,
    text: `/livez took more than ${max} ms: ${body.label}`,
    request: body.make(),
    detail: `${lagMs} ms`,
  })
}

/** Waits at most 30 s, until memory is near where it was. */
const waitUntilBack = async (run: Run, poller: PollerThread, baseMiB: number): Promise<number> => {
  const end = performance.now() + BACK_WITHIN_MS
  let reading = await poller.read()
  while (!run.options.isShort && performance.now() < end && reading.nowMiB > baseMiB + 30) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    reading = await poller.read()
  }
  return reading.nowMiB
}

const judgeMemory = (run: Run, baseMiB: number, peakMiB: number, backMiB: number): void => {
  if (baseMiB === 0) return
  const add = (text: string) =>
    run.findings.add({ kind: 'memory', tester: run.tester, seed: run.options.seed, index: 0, text })
  if (peakMiB - baseMiB > MAX_RISE_MIB)
    add(`resident memory rose from ${baseMiB} to ${peakMiB} MiB, one body at a time`)
  if (backMiB - baseMiB > MAX_RISE_MIB / 2)
    add(`resident memory was ${backMiB} MiB 30 s after the last body, ${baseMiB} MiB before`)
}

/** 64 bodies at a time, of which some never end: the small heap must survive. */
const manyAtATime = async (run: Run) => {
  let labels: string[] = []
  let round = 0
  const { server, plan, random } = await prepare(
    run,
    () => labels.join('\n'),
    () => round,
  )
  const poller = new PollerThread(run.program, server)
  let requests = 0
  const rounds = run.options.isShort ? SHORT_ROUNDS : FULL_ROUNDS
  try {
    for (; round < rounds && (round === 0 || !isOver(run)) && server.isRunning; round += 1) {
      // The same body 64 times is worse than 64 different ones, so both are tried.
      const chosen = round % 2 === 0 ? [random.pick(plan)] : random.shuffle(plan).slice(0, 8)
      labels = chosen.map(({ label }) => label)
      const made = chosen.map((body) => body.make())
      const stop = neverEnding(server.address, round % 4 === 3 ? 32 : 0)
      const sending = Array.from({ length: AT_ONCE }, async (_, number) => {
        const connection = new Connection(server.address)
        const body = chosen[number % chosen.length]
        const request = made[number % chosen.length]
        if (body) await send(run, server, connection, body, round, request)
        connection.close()
      })
      await Promise.all(sending)
      stop()
      requests += AT_ONCE
      run.progress(`round ${round} of ${rounds}, ${AT_ONCE} bodies at a time`)
    }
    const { lagMs, peakMiB } = await poller.read()
    return {
      requests,
      lines: [
        `${round} rounds of ${AT_ONCE} at a time; longest delay of /livez ${lagMs} ms, peak memory ${peakMiB} MiB`,
      ],
    }
  } finally {
    await poller.close()
    await server.dispose()
  }
}
