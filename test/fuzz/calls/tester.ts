import { Connection, type Outcome } from '../core/connection.ts'
import { judge } from '../core/judge.ts'
import { LagWatch } from '../core/lag-watch.ts'
import { randomFor } from '../core/random.ts'
import type { FuzzRequest } from '../core/request.ts'
import { closeAtEnd, isOver, lastErrors, type Run, startWatched, type Tester } from '../core/run.ts'
import type { ServerProcess } from '../core/server-process.ts'
import { MemorySlices } from '../core/slices.ts'
import { readControlPlane } from './control-plane.ts'
import { readSampleFiles } from './sample-files.ts'
import { makeScene, nextStep, SEQUENCE_LENGTH } from './sequence.ts'
import { type Stage, setStage } from './stage.ts'
import type { Scene, Step } from './step.ts'

const RESET_EVERY = 10_000
const DEFAULT_REQUESTS = 350_000
const MAX_LEARNED_BYTES = 65_536
/** After so many crashes there is enough to do. */
const MAX_STARTS = 20

/** State that the connections of one run share. */
interface Shared {
  readonly run: Run
  readonly server: ServerProcess
  readonly material: Pick<Scene, 'controlPlane' | 'files'>
  readonly memory: MemorySlices
  readonly watch: LagWatch
  stage: Stage
  nextSequence: number
  sent: number
  readonly statuses: Map<string, number>
}

/** Mutated requests to operations, tokens, uploads, downloads and the control plane, in random sequences. */
export const calls: Tester = async (run) => {
  let sequence = Math.floor(run.options.from / SEQUENCE_LENGTH)
  let requests = 0
  const lines: string[] = []
  for (let starts = 0; starts < MAX_STARTS && isGoingOn(run, requests); starts += 1) {
    const round = await runRound(run, sequence, requests)
    sequence = round.nextSequence
    requests = round.sent
    lines.push(...round.lines)
  }
  return { requests, lines }
}

const isGoingOn = (run: Run, sent: number): boolean =>
  !isOver(run) && sent < (run.options.requests ?? DEFAULT_REQUESTS)

/** Calls one server until the end, its own or that of the run. */
const runRound = async (run: Run, firstSequence: number, alreadySent: number) => {
  const connections: Connection[] = []
  let shared: Shared | undefined
  const server = await startWatched(run, {
    hasFolder: true,
    env: { SANDBOX_CHECK_REPLIES: 'on', SANDBOX_SYNC: 'normal' },
    connections: () => connections,
    // The sequences that were under way began up to so many sequences ago.
    index: () => Math.max(0, (shared?.nextSequence ?? 0) - connections.length) * SEQUENCE_LENGTH,
  })
  const watch = new LagWatch(run, server)
  try {
    shared = await prepare(run, server, watch, firstSequence, alreadySent)
    const state = shared
    for (let count = 0; count < run.options.connections; count += 1)
      connections.push(new Connection(server.address))
    const startedAt = performance.now()
    const callOff = closeAtEnd(run, connections)
    await Promise.all(connections.map((connection) => lane(state, connection)))
    callOff()
    const rate = ((state.sent - alreadySent) / (performance.now() - startedAt)) * 1_000
    const growth = state.memory.judge()
    if (growth !== undefined) report(run, 0, 'memory', growth)
    const lines = [
      `${state.sent - alreadySent} requests, ${Math.round(rate)} per second`,
      await watch.close(),
      state.memory.describe(),
      `answers: ${describeStatuses(state.statuses)}`,
    ]
    return { nextSequence: state.nextSequence, sent: state.sent, lines }
  } finally {
    for (const connection of connections) connection.close()
    await server.dispose()
  }
}

const prepare = async (
  run: Run,
  server: ServerProcess,
  watch: LagWatch,
  nextSequence: number,
  sent: number,
): Promise<Shared> => ({
  run,
  server,
  watch,
  memory: new MemorySlices(RESET_EVERY),
  material: { controlPlane: await readControlPlane(server.url), files: readSampleFiles() },
  stage: await setStage(server.url),
  nextSequence,
  sent,
  statuses: new Map(),
})

const lane = async (shared: Shared, connection: Connection): Promise<void> => {
  const { run, server, memory } = shared
  while (isGoingOn(run, shared.sent) && server.isRunning) {
    const sequence = shared.nextSequence
    shared.nextSequence += 1
    if (shared.sent > 0 && (sequence * SEQUENCE_LENGTH) % RESET_EVERY === 0) {
      memory.note(shared.sent, server.pid)
      run.progress(`${shared.sent} requests`)
      const startedAt = performance.now()
      await setStage(server.url).then(
        (stage) => {
          shared.stage = stage
        },
        (error: Error) => {
          if (server.isRunning)
            report(run, sequence * SEQUENCE_LENGTH, '5xx', `reset: ${error.message}`)
        },
      )
      shared.watch.note(RESET, startedAt)
    }
    await runSequence(shared, connection, sequence)
  }
}

/** What the watch calls the reset between sequences, which consists of many requests. */
const RESET: FuzzRequest = { method: 'POST', path: '/_sandbox/reset (and workspaces)', headers: [] }

const runSequence = async (
  shared: Shared,
  connection: Connection,
  sequence: number,
): Promise<void> => {
  const { run, server, material } = shared
  const random = randomFor(run.options.seed, 'calls', sequence)
  const scene = makeScene(random, shared.stage, material)
  for (let position = 0; position < SEQUENCE_LENGTH && server.isRunning; position += 1) {
    const step = nextStep(scene, position)
    const startedAt = performance.now()
    const outcome = await connection.send(step.request)
    shared.watch.note(step.request, startedAt)
    shared.sent += 1
    count(shared.statuses, outcome)
    const wrong = judge(step.request, outcome)
    if (wrong)
      run.findings.add({
        ...wrong,
        tester: run.tester,
        seed: run.options.seed,
        index: sequence * SEQUENCE_LENGTH + position,
        request: step.request,
        recent: [connection.recent],
        detail: lastErrors(server),
      })
    learn(scene, step, outcome)
  }
}

const learn = ({ pool }: Scene, step: Step, outcome: Outcome): void => {
  if (outcome.kind === 'cut' || outcome.sizeBytes > MAX_LEARNED_BYTES) return
  if (!outcome.headers.get('content-type')?.startsWith('application/json')) return
  try {
    const body: unknown = JSON.parse(outcome.body.toString())
    pool.learn(body)
    step.learn?.(outcome, body)
  } catch {
    // A fault may have made it malformed.
  }
}

const count = (statuses: Map<string, number>, outcome: Outcome): void => {
  const key = outcome.kind === 'cut' ? outcome.why : String(outcome.status)
  statuses.set(key, (statuses.get(key) ?? 0) + 1)
}

const describeStatuses = (statuses: ReadonlyMap<string, number>): string =>
  [...statuses]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([status, times]) => `${status} ${times}`)
    .join(', ')

const report = (run: Run, index: number, kind: '5xx' | 'memory', text: string): void =>
  run.findings.add({ kind, tester: run.tester, seed: run.options.seed, index, text })
