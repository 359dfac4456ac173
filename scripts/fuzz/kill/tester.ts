import { setTimeout as pause } from 'node:timers/promises'
import { Client, UnansweredError } from '../core/client.ts'
import { type Random, randomFor } from '../core/random.ts'
import { bare } from '../core/request.ts'
import { ServerProcess } from '../core/server-process.ts'
import { isOver, type Run, type Tester } from '../core/session.ts'
import { contentsOf, findOrphans } from './orphans.ts'
import { LOADS, type MoreWorkspaces } from './phases.ts'
import { WorkspaceModel } from './workspace-model.ts'

const DEFAULT_KILLS = 3
const SHORT_KILLS = 1
const WORKERS = 4
const MAX_LOAD_MS = 250
const SHORT_MAX_LOAD_MS = 100
const MAX_START_MS = 900

interface PhaseRun {
  readonly run: Run
  readonly phase: string
  readonly server: ServerProcess
  readonly client: Client
  readonly models: readonly WorkspaceModel[]
  readonly more: MoreWorkspaces
}

/** Kills the server in the middle of every kind of work, and checks that all it has acknowledged is there. */
export const kill: Tester = async (run) => {
  const { options } = run
  const wanted = Object.keys(LOADS).filter((name) => options.phases?.includes(name) ?? true)
  // A short round may not reach all of them; each seed then begins elsewhere.
  const phases = options.short ? randomFor(options.seed, 'phases').shuffle(wanted) : wanted
  const done: string[] = []
  let requests = 0
  for (const phase of phases) {
    if (isOver(run)) break
    const { count, answered } = await runPhase(run, phase)
    requests += answered
    done.push(`${phase} ${count}`)
  }
  return { requests, lines: [`${requests} answers; kills: ${done.join(', ')}`] }
}

const runPhase = async (run: Run, phase: string) => {
  const { from, short, kills = short ? SHORT_KILLS : DEFAULT_KILLS, seed } = run.options
  const env = { SANDBOX_SEED: 'minimal', SANDBOX_MAX_OPEN: phase === 'evict' ? '2' : '4' }
  const server = new ServerProcess({ command: run.options.server, env, hasFolder: true })
  const client = new Client(server)
  let index = from
  const add = (kind: 'loss' | 'crash', text: string): void => {
    const detail = `${text}\n--phases ${phase}\n${server.output.slice(-1_000)}`
    const same = `${phase}: ${text.replaceAll(/\b[\da-f]{8,}\b/g, '*')}`
    run.findings.add({ kind, tester: run.tester, seed, index, text: same, detail })
  }
  // The kills are expected, other ends are not.
  server.onCrash = ({ code, signal }) => add('crash', `the server ended with ${signal ?? code}`)
  try {
    await server.start(syncOf(0))
    const seedFiles = new Set(contentsOf(server))
    const models: WorkspaceModel[] = []
    for (let count = 0; count < WORKERS; count += 1)
      models.push(await WorkspaceModel.create(new Client(server)))
    const state: PhaseRun = { run, phase, server, client, models, more: { made: [], removed: [] } }
    for (; index < from + kills && !isOver(run); index += 1) {
      run.progress(`${phase}, kill ${index - from + 1} of ${kills}`)
      const random = randomFor(seed, 'kill', phase, index)
      await killUnderLoad(state, random)
      await restart(state, random, index)
      for (const loss of await findLosses(state, random)) add('loss', loss)
    }
    if (!short || phase === 'sweep') {
      const orphans = await findOrphans(server, client, seedFiles)
      if (orphans.length > 0)
        add('loss', `${orphans.length} files belong to nothing, such as ${orphans[0]}`)
    }
    const answered = models.reduce((sum, model) => sum + model.client.answered, client.answered)
    return { count: index - from, answered }
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
  const work = models.map(async (model, number) => {
    const own = randomFor(random.below(2 ** 31), number)
    try {
      while (server.isRunning) await LOADS[phase]?.(model, own, more)
    } catch (error) {
      if (!(error instanceof UnansweredError) && phase !== 'stop') throw error
    }
  })
  const working = Promise.all(work)
  const maxMs = run.options.short ? SHORT_MAX_LOAD_MS : MAX_LOAD_MS
  await Promise.race([working, pause(random.between(5, maxMs))])
  const stopping = phase === 'stop' ? server.kill('SIGTERM') : undefined
  if (stopping) await pause(random.between(0, 60))
  await server.kill()
  await stopping
  await working
}

/** Starts the server again; in the phase `start` it is killed a few times meanwhile. */
const restart = async ({ phase, server }: PhaseRun, random: Random, index: number) => {
  for (let tries = phase === 'start' ? 3 : 0; tries > 0; tries -= 1) {
    server.launch(syncOf(index))
    await pause(random.between(0, MAX_START_MS))
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
  for (const model of [...models, ...more.made]) losses.push(...(await model.check()))
  more.made.splice(3)
  const { workspaces } = await client.control<{ workspaces: { id: string }[] }>(
    'GET',
    '/workspaces',
  )
  for (const { id } of workspaces) {
    if (more.removed.includes(id)) losses.push(`workspace ${id} was removed and is there again`)
    // One whose creation was not acknowledged is whole if it is there.
    await client.control('GET', `/records/crowd-packs?workspace=${id}`)
  }
  const { status } = await client.raw(bare('GET', '/readyz'))
  return status === 200 ? losses : [...losses, `/readyz answers ${status} after the start`]
}
