import { readControlPlane } from '../calls/control-plane.ts'
import { readSampleFiles } from '../calls/sample-files.ts'
import { makeScene, nextStep, SEQUENCE_LENGTH } from '../calls/sequence.ts'
import { create, type Stage } from '../calls/stage.ts'
import type { Scene } from '../calls/step.ts'
import { Connection } from '../core/connection.ts'
import { judge } from '../core/judge.ts'
import { LagWatch } from '../core/lag-watch.ts'
import { randomFor } from '../core/random.ts'
import type { FuzzRequest } from '../core/request.ts'
import { closeAtEnd, isOver, lastErrors, type Run, startWatched, type Tester } from '../core/run.ts'
import type { ServerProcess } from '../core/server-process.ts'
import { disrupt } from './disrupt.ts'

const CLIENTS = 24
const DISRUPTERS = 3
const DEFAULT_REQUESTS = 100_000

interface Shared {
  readonly run: Run
  readonly server: ServerProcess
  readonly watch: LagWatch
  readonly material: Pick<Scene, 'controlPlane' | 'files'>
  readonly archive: Buffer
  stage: Stage
  next: number
  sent: number
  disruptions: number
}

/** Many clients of one workspace, while others reset, restore, import or remove it. */
export const races: Tester = async (run) => {
  const connections: Connection[] = []
  let shared: Shared | undefined
  const server = await startWatched(run, {
    hasFolder: true,
    connections: () => connections,
    index: () => Math.max(0, (shared?.next ?? 0) - CLIENTS) * SEQUENCE_LENGTH,
  })
  const watch = new LagWatch(run, server)
  try {
    const state = await prepare(run, server, watch)
    shared = state
    for (let count = 0; count < CLIENTS + DISRUPTERS; count += 1)
      connections.push(new Connection(server.address))
    const callOff = closeAtEnd(run, connections)
    await Promise.all(
      connections.map((connection, number) =>
        number < DISRUPTERS ? disrupter(state, connection, number) : client(state, connection),
      ),
    )
    callOff()
    return {
      requests: state.sent,
      lines: [`${state.sent} requests, ${state.disruptions} disruptions`, await watch.close()],
    }
  } finally {
    for (const connection of connections) connection.close()
    await server.dispose()
  }
}

const prepare = async (run: Run, server: ServerProcess, watch: LagWatch): Promise<Shared> => {
  const tenant = await create(server.url, { seed: 'minimal' }, false)
  const exported = await fetch(`${server.url}/_sandbox/export?workspace=${tenant.id}`)
  return {
    run,
    server,
    watch,
    material: { controlPlane: await readControlPlane(server.url), files: readSampleFiles() },
    archive: Buffer.from(await exported.arrayBuffer()),
    stage: { tenants: [tenant] },
    next: Math.floor(run.options.from / SEQUENCE_LENGTH),
    sent: 0,
    disruptions: 0,
  }
}

const goesOn = ({ run, sent, server }: Shared): boolean =>
  !isOver(run) && sent < (run.options.requests ?? DEFAULT_REQUESTS) && server.isRunning

const client = async (shared: Shared, connection: Connection): Promise<void> => {
  while (goesOn(shared)) {
    const sequence = shared.next
    shared.next += 1
    const random = randomFor(shared.run.options.seed, 'races', sequence)
    const scene = makeScene(random, shared.stage, shared.material)
    for (let position = 0; position < SEQUENCE_LENGTH && goesOn(shared); position += 1) {
      const { request, learn } = nextStep(scene, position)
      const answer = await send(shared, connection, request, sequence * SEQUENCE_LENGTH + position)
      if (answer === undefined) continue
      scene.pool.learn(answer.json)
      learn?.(answer.outcome, answer.json)
    }
    shared.run.progress(`${shared.sent} requests`)
  }
}

const disrupter = async (shared: Shared, connection: Connection, number: number): Promise<void> => {
  const random = randomFor(shared.run.options.seed, 'disrupt', number, shared.run.options.from)
  while (goesOn(shared)) {
    const { server, stage, archive } = shared
    const sendOne = async (request: FuzzRequest): Promise<void> => {
      await send(shared, connection, request, shared.next * SEQUENCE_LENGTH)
    }
    const next = await disrupt({ random, url: server.url, stage, archive, send: sendOne }).catch(
      (error: unknown) => {
        if (server.isRunning) throw error
        return stage
      },
    )
    if (next !== stage) shared.stage = next
    shared.disruptions += 1
    await new Promise((resolve) => setTimeout(resolve, random.between(0, 30)))
  }
}

const send = async (
  shared: Shared,
  connection: Connection,
  request: FuzzRequest,
  index: number,
) => {
  const { run, server, watch } = shared
  const startedAt = performance.now()
  const outcome = await connection.send(request)
  watch.note(request, startedAt)
  shared.sent += 1
  const wrong = judge(request, outcome)
  if (wrong)
    run.findings.add({
      ...wrong,
      tester: run.tester,
      seed: run.options.seed,
      index,
      request,
      recent: [connection.recent],
      detail: lastErrors(server),
    })
  if (outcome.kind === 'cut' || outcome.sizeBytes > 65_536) return undefined
  try {
    return { outcome, json: JSON.parse(outcome.body.toString()) as unknown }
  } catch {
    return undefined
  }
}
