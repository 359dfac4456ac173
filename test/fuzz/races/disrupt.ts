import { create, type Stage } from '../calls/stage.ts'
import type { Random } from '../core/random.ts'
import type { FuzzRequest } from '../core/request.ts'
import { jsonRequest } from '../core/request.ts'

/** What can be done to a workspace while others use it. */
export interface Disruption {
  readonly random: Random
  readonly url: string
  readonly stage: Stage
  /** An export of the workspace. */
  readonly archive: Buffer
  readonly send: (request: FuzzRequest) => Promise<void>
}

const post = (path: string, body: unknown, id: string): FuzzRequest =>
  jsonRequest('POST', `/_sandbox${path}?workspace=${id}`, body)

/** Resets, snapshots, restores, imports, exports, seeds, or removes the workspace and makes another. */
export const disrupt = async (disruption: Disruption): Promise<Stage> => {
  const { random, stage, archive, send, url } = disruption
  const [tenant] = stage.tenants
  if (!tenant) return stage
  const { id } = tenant
  const name = random.pick(['one', 'two'])
  const act = random.weighted({
    reset: 4,
    snapshot: 3,
    restore: 4,
    import: 3,
    export: 1,
    remove: 1,
    drop: 1,
  })
  if (act === 'reset') await send(post('/reset', { parts: random.pick([['data'], undefined]) }, id))
  if (act === 'snapshot') await send(post('/snapshots', { name }, id))
  if (act === 'restore') await send(post(`/snapshots/${name}/restore`, {}, id))
  if (act === 'drop')
    await send({
      method: 'DELETE',
      path: `/_sandbox/snapshots/${name}?workspace=${id}`,
      headers: [],
    })
  if (act === 'export')
    await send({ method: 'GET', path: `/_sandbox/export?workspace=${id}`, headers: [] })
  if (act === 'import')
    await send({
      method: 'PUT',
      path: `/_sandbox/export?workspace=${id}`,
      headers: [['Content-Type', 'application/x-tar']],
      body: archive,
    })
  if (act !== 'remove') return stage
  await send({ method: 'DELETE', path: `/_sandbox/workspaces/${id}`, headers: [] })
  return { tenants: [await create(url, { seed: 'minimal' }, false)] }
}
