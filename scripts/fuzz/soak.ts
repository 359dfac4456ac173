import { CATALOGUE } from '#src/endpoints/index.ts'
import { Client, RefusedError, UnansweredError } from './core/client.ts'
import { type Random, randomFor } from './core/random.ts'
import { attack, limitOf, type Session, type Tester } from './core/session.ts'
import { Slices } from './core/slices.ts'
import { operationCall, UNREPEATABLE } from './core/tenant.ts'
import { WorkspaceModel } from './kill/workspace-model.ts'

const DEFAULT_CALLS = 200_000
const SHORT_CALLS = 5_000
const SLICES = 20
const CHECK_EVERY = 2_000
const RESET_EVERY = 10_000
/** Kept short, so that one workspace does not grow through the run. */
const ACTIONS = { sample: 80, write: 12, upload: 1.5, snapshot: 0.05, restore: 0.2, seed: 0.3 }

/** Calls as honest clients make them, with files, snapshots and resets: nothing may grow. */
export const soak: Tester = (run) => {
  const limit = limitOf(run, DEFAULT_CALLS, SHORT_CALLS)
  return attack(run, { limit }, async (session) => {
    const slices = new Slices(Math.ceil(limit / SLICES), ['residentMiB', 'descriptors', 'p99Ms'])
    await Promise.all(
      Array.from({ length: run.options.connections }, (_, number) =>
        useWorkspaces(session, slices, number),
      ),
    )
    for (const text of slices.judge()) session.report({ kind: 'memory', text })
    return slices.describe()
  })
}

/** One client with a workspace of its own, so that it knows everything that must be there. */
const useWorkspaces = async (session: Session, slices: Slices, number: number): Promise<void> => {
  const { run, server, watch } = session
  const random = randomFor(run.options.seed, 'soak', number)
  const client = new Client(server)
  client.onAnswer = (request, startedAtMs) => {
    watch.note(request, startedAtMs)
    session.count(1)
    slices.note(performance.now() - startedAtMs, server.pid)
  }
  try {
    while (session.goesOn()) {
      // As after a reset every so often; the workspaces of before stay for a while.
      const model = await WorkspaceModel.create(client)
      const end = client.answered + RESET_EVERY
      while (session.goesOn() && client.answered < end) await work(session, model, random)
      await client.control('DELETE', `/workspaces/${model.id}`)
    }
  } catch (error) {
    if (error instanceof RefusedError)
      session.report({ kind: 'loss', text: `an honest call is refused: ${error.message}` })
    else if (!(error instanceof UnansweredError) || server.isRunning) throw error
  } finally {
    client.close()
  }
}

const work = async (session: Session, model: WorkspaceModel, random: Random): Promise<void> => {
  const { client } = model
  const end = client.answered + CHECK_EVERY
  while (client.answered < end && session.goesOn()) await act(model, random)
  for (const text of await model.check()) session.report({ kind: 'loss', text })
  await model.reset()
}

const SAMPLED = CATALOGUE.map(({ id }) => id).filter((id) => !UNREPEATABLE.has(id))

const act = async (model: WorkspaceModel, random: Random): Promise<void> => {
  const kind = random.weighted(ACTIONS)
  if (kind === 'sample') {
    await model.client.done(operationCall(model.tenant, random.pick(SAMPLED)))
    return
  }
  await {
    write: () => model.write(),
    upload: () => model.uploads.send(random, true),
    snapshot: () => model.snapshot(),
    restore: () => model.restore(random),
    seed: () => model.seed(),
  }[kind]()
}
