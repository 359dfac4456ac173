import { CATALOGUE } from '#src/endpoints/index.ts'
import { samplesOf } from '#src/openapi/examples/samples.ts'
import { LagWatch } from '../core/lag-watch.ts'
import { type Random, randomFor } from '../core/random.ts'
import { jsonRequest } from '../core/request.ts'
import { isOver, lastErrors, type Run, startWatched, type Tester } from '../core/run.ts'
import type { ServerProcess } from '../core/server-process.ts'
import { Client, callerOf, RefusedError, UnansweredError } from '../kill/client.ts'
import { WorkspaceModel } from '../kill/workspace-model.ts'
import { describeSlice, SoakSlices } from './slices.ts'

const DEFAULT_CALLS = 200_000
const SLICES = 20
const SHORT_SLICES = 4
const CHECK_EVERY = 2_000
const RESET_EVERY = 10_000
/** Kept short, so that one workspace does not grow through the run. */
const ACTS = { sample: 80, write: 12, upload: 1.5, snapshot: 0.05, restore: 0.2, seed: 0.3 }

interface Soak {
  readonly run: Run
  readonly server: ServerProcess
  readonly slices: SoakSlices
  readonly limit: number
  calls: number
}

/** Calls as honest clients make them, with files, snapshots and resets: nothing may grow. */
export const soak: Tester = async (run) => {
  const limit = run.options.requests ?? (run.options.isShort ? 5_000 : DEFAULT_CALLS)
  const server = await startWatched(run, { hasFolder: true })
  const watch = new LagWatch(run, server)
  const slices = new SoakSlices(Math.ceil(limit / (run.options.isShort ? SHORT_SLICES : SLICES)))
  const state: Soak = { run, server, slices, limit, calls: 0 }
  try {
    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: run.options.connections }, (_, number) => client(state, watch, number)),
    )
    const rate = (state.calls / (performance.now() - startedAt)) * 1_000
    for (const grown of slices.judge()) report(state, 'memory', `not flat: ${grown}`)
    return {
      requests: state.calls,
      lines: [
        `${state.calls} calls, ${Math.round(rate)} per second`,
        await watch.close(),
        ...slices.all.map(describeSlice),
      ],
    }
  } finally {
    await server.dispose()
  }
}

/** One client with a workspace of its own, so that it knows everything that must be there. */
const client = async (state: Soak, watch: LagWatch, number: number): Promise<void> => {
  const { run, server } = state
  const random = randomFor(run.options.seed, 'soak', number)
  const caller = new Client(server)
  caller.onAnswer = (request, startedAtMs) => {
    watch.note(request, startedAtMs)
    state.calls += 1
    const slice = state.slices.note(performance.now() - startedAtMs, server.pid)
    if (slice) run.progress(describeSlice(slice))
  }
  const goesOn = (): boolean => state.calls < state.limit && !isOver(run) && server.isRunning
  try {
    while (goesOn()) {
      // As after a reset every so often; the workspaces of before stay for a while.
      const model = await WorkspaceModel.create(caller)
      const end = caller.answered + RESET_EVERY
      while (goesOn() && caller.answered < end) await work(state, model, random)
      for (const loss of await model.check()) report(state, 'loss', loss)
      await caller.control('DELETE', `/workspaces/${model.id}`)
    }
  } catch (error) {
    if (error instanceof RefusedError)
      report(state, 'loss', `an honest call is refused: ${error.message}`)
    else if (!(error instanceof UnansweredError) || server.isRunning) throw error
  } finally {
    caller.close()
  }
}

/** Some acts, a look at whether all is there, and a reset. */
const work = async (state: Soak, model: WorkspaceModel, random: Random): Promise<void> => {
  const { client: caller } = model
  const end = caller.answered + CHECK_EVERY
  while (caller.answered < end && state.calls < state.limit && !isOver(state.run))
    await act(model, random)
  for (const loss of await model.check()) report(state, 'loss', loss)
  await model.reset()
}

const act = async (model: WorkspaceModel, random: Random): Promise<void> => {
  const kind = random.weighted(ACTS)
  if (kind === 'write') return model.write()
  if (kind === 'upload') return model.uploads.send(random, true)
  if (kind === 'snapshot') return model.snapshot()
  if (kind === 'restore') return model.restore(random)
  if (kind === 'seed') return model.seed()
  return callSample(model, random)
}

/** Operations that would take away what the model counts on, or that need a fresh upload each time. */
const LEFT_OUT: ReadonlySet<string> = new Set(['E7', 'E13', 'E18'])

const callSample = async (model: WorkspaceModel, random: Random): Promise<void> => {
  const operation = random.pick(CATALOGUE)
  if (LEFT_OUT.has(operation.id)) return
  const { accessToken, fixtures } = model
  const param = samplesOf(fixtures)[operation.id]
  const isPortal = operation.surface === 'portal'
  const portal: [string, string][] = [
    ['X-App-Key', fixtures.portalApp.appKey],
    ['S-Sign', 'x'],
    ['S-Timestamp', '1'],
    ['S-Nonce', String(random.next())],
  ]
  const headers = [...callerOf(accessToken), ...(isPortal ? portal : [])]
  const body = isPortal ? param : { param }
  const { status } = await model.client.raw(jsonRequest('POST', operation.path, body, headers))
  if (status !== 200) throw new RefusedError(status, `${operation.id} answers ${status}`)
}

const report = ({ run, server }: Soak, kind: 'loss' | 'memory', text: string): void =>
  run.findings.add({
    kind,
    tester: run.tester,
    seed: run.options.seed,
    index: 0,
    text,
    detail: lastErrors(server),
  })
