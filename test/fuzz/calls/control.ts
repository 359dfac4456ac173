import type { FuzzRequest } from '../core/request.ts'
import type { ControlRoute } from './control-plane.ts'
import { disturb, SHORT_PATIENCE_MS } from './headers.ts'
import { mutate, mutateText } from './mutate.ts'
import { ODD_NAMES, oddValue, writeJson } from './odd-values.ts'
import { makeValue, type Schema } from './schema.ts'
import type { Scene, Step } from './step.ts'

/** Routes that would end what other sequences use, or cost much: taken less often. */
const RARE =
  /^DELETE .*\/workspaces|^POST .*\/(reset|restore)|\/export$|^POST .*\/workspaces$|\/har$/
/** Routes that change what calls meet: for wild workspaces. */
const DISTURBING = /^(PUT|POST) .*\/(clock|clock\/advance|faults)$/

/** A request to the control plane. */
export const useControl = (scene: Scene): Step => {
  const { random, controlPlane } = scene
  let route = random.pick(controlPlane.routes)
  const keyOf = ({ method, path }: ControlRoute): string => `${method} ${path}`
  if (RARE.test(keyOf(route)) && random.chance(0.85)) route = random.pick(controlPlane.routes)
  if (RARE.test(keyOf(route)) && random.chance(0.7)) route = random.pick(controlPlane.routes)
  if (DISTURBING.test(keyOf(route)) && !scene.tenant.isWild) return readClock(scene)
  const { body, headers } = bodyOf(route, scene)
  const request: FuzzRequest = {
    method: route.method,
    path: pathOf(route, scene),
    headers,
    ...(body && { body }),
  }
  const waits = /\/(wait|expect-none|stream)$/.test(route.path)
  return {
    request: disturb(waits ? { ...request, patienceMs: SHORT_PATIENCE_MS } : request, scene),
  }
}

const readClock = ({ tenant }: Scene): Step => ({
  request: { method: 'GET', path: `/_sandbox/clock?workspace=${tenant.id}`, headers: [] },
})

const pathOf = (route: ControlRoute, scene: Scene): string => {
  const { random } = scene
  let path = route.path
  const query: string[] = []
  for (const { name, in: where, schema } of route.parameters) {
    const isWanted = where === 'path' || name === 'workspace' || random.chance(0.3)
    if (!isWanted) continue
    const text = encodeURIComponent(parameterOf(route, name, schema, scene))
    if (where === 'path') path = path.replace(`{${name}}`, text || 'x')
    else query.push(`${name}=${text}`)
  }
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

const parameterOf = (route: ControlRoute, name: string, schema: Schema, scene: Scene): string => {
  const { random, tenant, stranger, pool, controlPlane } = scene
  if (name === 'workspace') return random.chance(0.97) ? tenant.id : random.pick([stranger.id, 'x'])
  if (name === 'id' && route.path.includes('workspaces'))
    return route.method === 'DELETE' ? random.pick(['x', '00000000', 'zz']) : tenant.id
  const making = { random, pool, operation: route.path, named: controlPlane.named }
  const value = random.chance(0.1) ? oddValue(random) : makeValue(schema, making, name)
  const text = typeof value === 'string' ? value : writeJson(value)
  return (text.length > 2_000 ? random.pick(ODD_NAMES) : text).toWellFormed()
}

const bodyOf = (
  route: ControlRoute,
  scene: Scene,
): { body?: Buffer; headers: [string, string][] } => {
  const { random, pool, controlPlane } = scene
  if (route.path === '/_sandbox/export' && route.method === 'PUT')
    return {
      body: random.bytes(random.pick([0, 10, 512, 2_048])),
      headers: [['Content-Type', 'application/x-tar']],
    }
  if (!route.body) return { headers: [] }
  const making = { random, pool, operation: route.path, named: controlPlane.named }
  const made = route.path === '/_sandbox/seed' ? seedOf(scene) : makeValue(route.body, making)
  const value = random.chance(0.35) ? mutate(made, random) : made
  const text = writeJson(tamed(route, value))
  const body = random.chance(0.03) ? mutateText(text, random) : Buffer.from(text)
  return { body, headers: [['Content-Type', 'application/json']] }
}

/** Workspaces live a minute, waits a moment, and seeds are the built-in ones: more would only fill the machine. */
const tamed = (route: ControlRoute, value: unknown): unknown => {
  if (value === null || typeof value !== 'object') return value
  if (route.path === '/_sandbox/workspaces') return { ...value, ttlMs: 60_000 }
  if (route.path === '/_sandbox/journal/wait') return { ...value, timeoutMs: 20 }
  return value
}

const seedOf = ({ random, pool, tenant }: Scene): unknown => {
  const id = random.pick([1, 5, 100_001, 900_000, Number.MAX_SAFE_INTEGER, random.below(1e9)])
  const partId = id === 1 ? 2 : id - 1
  const asset = {
    id,
    name: random.pick(ODD_NAMES),
    extension: random.pick(['png', 'constructor', 'x'.repeat(300), 'svg']),
    createUser: tenant.fixtures.users.owner.id,
    createdAtMs: random.pick([0, 1_767_225_600_000, Number.MAX_SAFE_INTEGER]),
    updateUser: 1_001,
    updatedAtMs: 1_767_225_600_000,
    tags: ['a'],
    rights: [{ unit: { everyone: true }, role: 'ownerRole' }],
    subResources: [
      { id: partId, name: 'a.png', extension: 'png', fileFormatType: 'picture', sizeBytes: 10 },
    ],
  }
  const path = String(pool.find(random, 'E16', 'filePath') ?? 'p')
  return random.pick([
    { assets: [asset] },
    { atoms: [{ id, path, name: 'a.constructor', type: 'image/png', size: 9_999 }] },
    { users: [{ id, email: `u${id}@example.com` }] },
    { collections: [{ id, name: 'c', parentId: 3_001, assetIds: [asset.id] }] },
    { marketingPlans: [{ id, name: 'p' }] },
    { collections: [{ id, name: random.pick(ODD_NAMES), isArchive: true }] },
    { fixtures: { __proto__: null, constructor: { id } } },
  ])
}
