import { type Random, randomFor } from '../core/random.ts'
import { isOver, type Run, type Tester, watch } from '../core/run.ts'
import type { ServerProcess } from '../core/server-process.ts'
import { Client, UnansweredError } from './client.ts'
import { contentsOf, findOrphans } from './orphans.ts'
import { LOADS, type MoreWorkspaces } from './phases.ts'
import { WorkspaceModel } from './workspace-model.ts'

const DEFAULT_KILLS = 3
const SHORT_KILLS = 1
const WORKERS = 4
const MAX_LOAD_MS = 250
const MAX_START_MS = 900

/** One phase with what it has made so far. */
interface PhaseRun {
  readonly run: Run
  readonly phase: string
  readonly server: ServerProcess
  readonly client: Client
  readonly models: WorkspaceModel[]
  readonly more: MoreWorkspaces
}

/** Kills the server in the middle of every kind of work, and checks that all it has acknowledged is there. */
export const kill: Tester = async (run) => {
  const { options } = run
  const kills = options.kills ?? (options.isShort ? SHORT_KILLS : DEFAULT_KILLS)
  const wanted = Object.keys(LOADS).filter((name) => options.phases?.includes(name) ?? true)
  // A short round may not reach all of them; each seed then begins elsewhere.
  const phases = options.isShort ? randomFor(options.seed, 'phases').shuffle(wanted) : wanted
  const done: string[] = []
  let total = 0
  let requests = 0
  for (const phase of phases) {
    if (isOver(run)) break
    const { count, answered } = await runPhase(run, phase, kills)
    total += count
    requests += answered
    done.push(`${phase} ${count}`)
  }
  return { requests, lines: [`${total} kills, ${requests} answers: ${done.join(', ')}`] }
}

const runPhase = async (run: Run, phase: string, kills: number) => {
  let index = run.options.from
  // An unexpected end counts as a crash; the kills are expected.
  const env = { SANDBOX_SEED: 'minimal', SANDBOX_MAX_OPEN: phase === 'evict' ? '2' : '4' }
  const server = watch(run, { env, hasFolder: true, index: () => index })
  const client = new Client(server)
  const first = index
  try {
    await server.start(syncOf(0))
    const seedFiles = new Set(contentsOf(server))
    const models: WorkspaceModel[] = []
    for (let count = 0; count < WORKERS; count += 1)
      models.push(await WorkspaceModel.create(new Client(server)))
    const more: MoreWorkspaces = { made: [], removed: [] }
    const state: PhaseRun = { run, phase, server, client, models, more }
    for (; index < first + kills && !isOver(run); index += 1) {
      run.progress(`${phase}, kill ${index - first + 1} of ${kills}`)
      const random = randomFor(run.options.seed, 'kill', phase, index)
      await killUnderLoad(state, random)
      await restart(state, random, index)
      for (const loss of await findLosses(state, random)) report(state, index, loss)
    }
    if (!run.options.isShort || phase === 'sweep') {
      const orphans = await findOrphans(server, client, seedFiles)
      if (orphans.length > 0)
        report(state, index, `${orphans.length} files belong to nothing, such as ${orphans[0]}`)
    }
    const answered = models.reduce((sum, model) => sum + model.client.answered, client.answered)
    return { count: index - first, answered }
  } finally {
    client.close()
    await server.dispose()
  }
}

const syncOf = (index: number): Record<string, string> => ({
  SANDBOX_SYNC: index % 2 === 0 ? 'normal' : 'full',
})

/** Lets all clients work until the server is gone. */
const killUnderLoad = async ({ phase, server, models, more, run }: PhaseRun, random: Random) => {
  const load = LOADS[phase]
  const work = models.map(async (model, number) => {
    const own = randomFor(random.below(2 ** 31), number)
    try {
      while (server.isRunning) await load?.(model, own, more)
    } catch (error) {
      if (!(error instanceof UnansweredError) && phase !== 'stop') throw error
    }
  })
  const working = Promise.all(work)
  const elapsed = new Promise((resolve) =>
    setTimeout(resolve, random.between(5, run.options.isShort ? 100 : MAX_LOAD_MS)),
  )
  await Promise.race([working, elapsed])
  if (phase === 'stop') {
    const stopping = server.stop()
    await new Promise((resolve) => setTimeout(resolve, random.between(0, 60)))
    await server.kill()
    await stopping
  } else await server.kill()
  await working
}

/** Starts the server again; in the phase `start` it is killed a few times meanwhile. */
const restart = async ({ phase, server }: PhaseRun, random: Random, index: number) => {
  for (let tries = phase === 'start' ? 3 : 0; tries > 0; tries -= 1) {
    server.launch(syncOf(index))
    await new Promise((resolve) => setTimeout(resolve, random.between(0, MAX_START_MS)))
    await server.kill()
  }
  await server.start(syncOf(index))
}

const findLosses = async (
  { models, more, client, phase }: PhaseRun,
  random: Random,
): Promise<string[]> => {
  const losses: string[] = []
  // A snapshot that is there must have everything in it.
  if (phase === 'snapshot')
    for (const model of models) {
      losses.push(...(await model.check()))
      await model.restore(random)
    }
  for (const model of [...models, ...more.made.splice(3)]) losses.push(...(await model.check()))
  for (const model of more.made) losses.push(...(await model.check()))
  const { workspaces } = await client.control<{ workspaces: { id: string }[] }>(
    'GET',
    '/workspaces',
  )
  for (const { id } of workspaces) {
    if (more.removed.includes(id)) losses.push(`workspace ${id} was removed and is there again`)
    // One whose creation was not acknowledged is whole if it is there.
    await client.control('GET', `/records/crowd-packs?workspace=${id}`)
  }
  const { status } = await client.raw({ method: 'GET', path: '/readyz', headers: [] })
  if (status !== 200) losses.push(`/readyz answers ${status} after the start`)
  return losses
}

const report = ({ run, phase, server }: PhaseRun, index: number, text: string): void =>
  run.findings.add({
    kind: 'loss',
    tester: run.tester,
    seed: run.options.seed,
    index,
    text: `${phase}: ${text.replaceAll(/\b[\da-f]{8,}\b/g, '*')}`,
    detail: `${text}\n--phases ${phase}\n${server.output.slice(-1_000)}`,
  })
