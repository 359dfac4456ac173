import type { Random } from '../core/random.ts'
import { WorkspaceModel } from './workspace-model.ts'

/** What one client does again and again until the server is killed. */
export type Load = (model: WorkspaceModel, random: Random, more: MoreWorkspaces) => Promise<void>

export interface MoreWorkspaces {
  readonly made: WorkspaceModel[]
  readonly removed: string[]
}

const write: Load = (model) => model.write()

const create: Load = async ({ client }, _random, more) => {
  const model = await WorkspaceModel.create(client)
  more.made.push(model)
  await model.write()
}

/** Sends files, ends uploads and removes workspaces, so that there is always something to sweep. */
const sweep: Load = async (model, random, more) => {
  await model.uploads.send(random, random.chance(0.5))
  await model.uploads.abort(random)
  if (random.chance(0.2)) await create(model, random, more)
  if (more.made.length < 3) return
  const gone = more.made.shift()
  if (!gone) return
  await model.client.control('DELETE', `/workspaces/${gone.id}`)
  more.removed.push(gone.id)
}

const mixed: Load = async (model, random, more) => {
  const action = random.pick([write, write, write, LOADS.part, LOADS.snapshot, LOADS.restore])
  await action?.(model, random, more)
}

/** The load of each phase; `start` and `stop` are killed at other moments. */
export const LOADS: Readonly<Record<string, Load>> = {
  start: write,
  create,
  write,
  part: (model, random) => model.uploads.send(random, false),
  merge: (model, random) => model.uploads.send(random, true),
  'object-put': (model, random) => model.objects.put(random),
  'object-part': (model, random) => model.objects.putParts(random, false),
  'object-complete': (model, random) => model.objects.putParts(random, true),
  snapshot: async (model) => {
    await model.write()
    await model.snapshot()
  },
  restore: async (model, random) => {
    await model.write()
    await model.restore(random)
  },
  reset: async (model) => {
    await model.write()
    await model.reset()
  },
  seed: (model) => model.seed(),
  import: async (model) => {
    await model.write()
    await model.import()
  },
  evict: write,
  sweep,
  stop: mixed,
}
