import { CATALOGUE } from '#src/endpoints/index.ts'
import type { FuzzRequest } from '../core/request.ts'
import { readSigned } from './files.ts'
import { credentials, disturb, portalHeaders } from './headers.ts'
import { mutate, mutateText } from './mutate.ts'
import { ODD_NAMES, oddValue, writeJson } from './odd-values.ts'
import { makeValue, type Schema } from './schema.ts'
import type { Scene, Step } from './step.ts'

type Operation = (typeof CATALOGUE)[number]

/** The call of any operation. */
export const callOperation = (scene: Scene): Step => {
  const operation = scene.random.pick(CATALOGUE)
  const request = requestOf(operation, paramOf(operation, scene), scene)
  return { request, learn: (_answer, body) => follow(operation.id, body, scene) }
}

/** What an answer makes possible: atoms are taken as assets, assets are shown, and their files are read. */
const follow = (operation: string, body: unknown, scene: Scene): void => {
  const { random, queue, pool } = scene
  const { result } = (body ?? {}) as { result?: Record<string, unknown> | null }
  if (!result || random.chance(0.3)) return
  const { assetElementIdList: atoms, successMaterialIdList: assets } = result
  if (operation === 'E16' && Array.isArray(atoms))
    queue.push(callWith('E21', { assetIdList: atoms }, scene))
  if (operation === 'E21' && Array.isArray(assets))
    queue.push(callWith('E4', { assetIdList: assets }, scene))
  if (operation === 'E4')
    queue.push(...pool.signedPaths.slice(-3).map((path) => readSigned(scene, path)))
}

const callWith = (id: string, param: unknown, scene: Scene): Step => {
  const operation = CATALOGUE.find((known) => known.id === id) ?? scene.random.pick(CATALOGUE)
  const request = requestOf(operation, param, scene)
  return { request, learn: (_answer, body) => follow(id, body, scene) }
}

const paramOf = (operation: Operation, scene: Scene): unknown => {
  const { random, pool, tenant } = scene
  const known = knownParam(operation.id, scene)
  const kind = random.weighted({ sample: 3, known: known ? 12 : 0, made: 4, mutated: 6, odd: 0.2 })
  if (kind === 'known') return known
  if (kind === 'odd') return oddValue(random)
  const sample = tenant.samples[operation.id] ?? {}
  if (kind === 'sample') return sample
  const making = { random, pool, operation: operation.id, named: {} }
  const made = makeValue(operation.param as Schema, making)
  if (kind === 'made') return made
  return mutate(random.chance(0.6) ? sample : made, random)
}

/** Parameters that belong together, from what was learned: an upload with its parts, a file with its path. */
const knownParam = (operation: string, { random, pool, files }: Scene): unknown => {
  const upload = pool.uploads.length > 0 ? random.pick(pool.uploads) : undefined
  if (operation === 'E13' && upload)
    return { filePath: upload.filePath, uploadId: upload.uploadId, partETags: upload.parts }
  const path = pool.find(random, 'E16', 'filePath') ?? 'p'
  if (operation === 'E16') {
    const count = random.pick([1, 1, 2, 5])
    const fileList = Array.from({ length: count }, () => ({
      path: random.chance(0.9) ? path : 'never/sent.png',
      name: random.pick([...files.keys(), ...ODD_NAMES]) || 'x',
      ...(random.chance(0.5) && {
        type: random.pick(['image/png', 'text/html', 'video/mp4', 'x']),
      }),
      ...(random.chance(0.3) && { size: random.pick([0, 1, 9_999, 5_000_000]) }),
    }))
    return { fileList }
  }
  const ids = (name: string) =>
    Array.from(
      { length: random.between(1, 4) },
      () => pool.find(random, operation, name) ?? 100_001,
    )
  if (operation === 'E21' || operation === 'E4') return { assetIdList: ids('assetIdList') }
  return undefined
}

const requestOf = (operation: Operation, param: unknown, scene: Scene): FuzzRequest => {
  const { random, tenant } = scene
  const isPortal = operation.surface === 'portal'
  const token = operation.hasBodyToken && random.chance(0.5) ? { token: tenant.accessToken } : {}
  const text = writeJson(isPortal ? param : { ...token, param })
  const body = random.chance(0.03) ? mutateText(text, random) : Buffer.from(text)
  const headers: [string, string][] = [
    ['Content-Type', random.chance(0.97) ? 'application/json' : 'application/json; charset=utf-8'],
    ...credentials(scene),
    ...(isPortal ? portalHeaders(scene) : []),
  ]
  // A wild workspace may hold a call up, and a field of the body may ask for that.
  const isHeld = tenant.isWild || text.includes('sandbox:delay')
  const request: FuzzRequest = { method: 'POST', path: operation.path, headers, body }
  return disturb(isHeld ? { ...request, patienceMs: 1_000 } : request, scene)
}
