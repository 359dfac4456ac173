import type { Random } from '../core/random.ts'
import { useControl } from './control.ts'
import { download, useUpload } from './files.ts'
import { callOperation } from './operations.ts'
import { Pool } from './pool.ts'
import type { Stage } from './stage.ts'
import type { Scene, Step } from './step.ts'
import { askForToken } from './tokens.ts'

/** How many requests follow each other on one connection and know each other's answers. */
export const SEQUENCE_LENGTH = 50

const STEPS = {
  operation: callOperation,
  token: askForToken,
  upload: useUpload,
  download,
  control: useControl,
} as const

const WEIGHTS = { operation: 58, token: 4, upload: 12, download: 10, control: 16 }

/** The scene of a sequence, which the seed and its number decide. */
export const makeScene = (
  random: Random,
  { tenants }: Stage,
  { controlPlane, files }: Pick<Scene, 'controlPlane' | 'files'>,
): Scene => {
  const tenant = random.pick(tenants)
  const pool = new Pool()
  for (const id of tenant.fixtures.assets.ids) pool.add('assets', id)
  for (const id of tenant.fixtures.atoms.ids) pool.add('atoms', id)
  pool.learn(tenant.fixtures)
  return { random, pool, tenant, stranger: random.pick(tenants), controlPlane, files, queue: [] }
}

/** The next request of a scene; the last ones of a wild workspace take its faults and its clock back. */
export const nextStep = (scene: Scene, position: number): Step => {
  const { tenant, random } = scene
  if (position === 0)
    return { request: operationSample(scene, 'E4', '/open-api/standard/v2/asset/detail-list') }
  const workspace = `?workspace=${tenant.id}`
  if (tenant.isWild && position === SEQUENCE_LENGTH - 2)
    return { request: { method: 'DELETE', path: `/_sandbox/faults${workspace}`, headers: [] } }
  if (tenant.isWild && position === SEQUENCE_LENGTH - 1) return { request: calmClock(workspace) }
  return scene.queue.shift() ?? STEPS[random.weighted(WEIGHTS)](scene)
}

/** The first request teaches signed URLs, so that downloads have something to read. */
const operationSample = ({ tenant }: Scene, id: string, path: string) => ({
  method: 'POST',
  path,
  headers: [
    ['Content-Type', 'application/json'],
    ['Access-token', tenant.accessToken],
    ['Token-type', 'bearer'],
  ] as const,
  body: Buffer.from(JSON.stringify({ param: tenant.samples[id] })),
  patienceMs: 5_000,
})

const calmClock = (workspace: string) => ({
  method: 'PUT',
  path: `/_sandbox/clock${workspace}`,
  headers: [['Content-Type', 'application/json']] as const,
  body: Buffer.from('{"mode":"real"}'),
})
