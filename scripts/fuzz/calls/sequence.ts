import type { Random } from '../core/random.ts'
import { bare, callerOf, type FuzzRequest, jsonRequest } from '../core/request.ts'
import { operationCall, portalHeaders, sampleOf } from '../core/tenant.ts'
import { disturb, SHORT_PATIENCE_MS } from './disturb.ts'
import { KNOWN_VALUES } from './known-values.ts'
import { mutate, mutateBytes, ODD_NAMES, oddValue } from './odd-values.ts'
import type { Route } from './routes.ts'
import type { Scene, Step } from './scene.ts'
import { makeValue, type Schema } from './schema.ts'

/** How many requests follow each other on one connection and know each other's answers. */
export const SEQUENCE_LENGTH = 50

const WEIGHTS = { operation: 58, token: 4, file: 14, download: 8, control: 16 }

/** How long a caller waits where a fault of the workspace may hold the call up. */
const WILD_PATIENCE_MS = 1_000

/** Routes that would end what other sequences use, or cost much: taken less often. */
const RARE =
  /^DELETE .*\/workspaces|^POST .*\/(reset|restore)|\/export$|^POST .*\/workspaces$|\/har$/
const DISTURBING = /^(PUT|POST|PATCH) .*\/(clock|clock\/advance|faults|variants|variation)$/
const WAITING = /\/(wait|expect-none|stream)$/

/** The next request of a scene; the last ones of a wild workspace take its faults and its clock back. */
export const nextStep = (scene: Scene, position: number): Step => {
  const { tenant, random, queue } = scene
  const workspace = `?workspace=${tenant.id}`
  // Its answer teaches signed URLs, so that downloads have something to read.
  if (position === 0) return { request: { ...operationCall(tenant, 'E4'), patienceMs: 5_000 } }
  if (tenant.isWild && position === SEQUENCE_LENGTH - 2)
    return { request: bare('DELETE', `/_sandbox/faults${workspace}`) }
  if (tenant.isWild && position === SEQUENCE_LENGTH - 1)
    return { request: jsonRequest('PUT', `/_sandbox/clock${workspace}`, { mode: 'real' }) }
  const queued = queue.shift()
  if (queued) return queued
  const kind = random.weighted(WEIGHTS)
  return kind === 'download' ? download(scene) : callRoute(pickRoute(kind, scene), scene)
}

const pickRoute = (kind: Route['kind'], { routes, random, tenant }: Scene): Route => {
  const isAllowed = ({ key }: Route): boolean =>
    !(RARE.test(key) && random.chance(0.9)) && (tenant.isWild || !DISTURBING.test(key))
  const ofKind = routes.all.filter((route) => route.kind === kind)
  const picked = random.pick(ofKind)
  return isAllowed(picked) ? picked : random.pick(ofKind.filter(({ key }) => !DISTURBING.test(key)))
}

/** A request to a route, from what the scene knows. */
export const callRoute = (route: Route, scene: Scene, value?: unknown): Step => {
  const { random, tenant, files } = scene
  const text = value === undefined ? jsonFor(route, scene) : JSON.stringify(value)
  const isHeld = tenant.isWild || text.includes('sandbox:delay')
  const patienceMs = WAITING.test(route.path) ? SHORT_PATIENCE_MS : WILD_PATIENCE_MS
  const type = route.body ? 'application/json' : route.contentType?.replace('*/*', 'image/png')
  const bytes = random.chance(0.03) ? mutateBytes(text, random) : Buffer.from(text)
  const request: FuzzRequest = {
    method: route.method,
    path: pathOf(route, scene),
    headers: [...(type ? [['Content-Type', type] as const] : []), ...credentials(route, scene)],
    ...(type && { body: route.body ? bytes : fileBytes(random, files) }),
    ...((isHeld || patienceMs === SHORT_PATIENCE_MS) && { patienceMs }),
  }
  return {
    request: disturb(request, random, tenant),
    learn: (body) => follow(route, request.path, body, scene),
  }
}

/** What is sent as JSON: a sample, values that belong together, or made ones, and changes of them. */
const jsonFor = (route: Route, scene: Scene): string => {
  if (!route.body) return ''
  const { random, pool, tenant, routes } = scene
  const known = KNOWN_VALUES[route.id]?.(scene)
  const param = sampleOf(tenant, route.id)
  const sample = param && (route.needs === 'portal' ? param : { param })
  const making = { random, pool, route: route.id, named: routes.named }
  const made = tamed(route, makeValue(route.body, making))
  const weights = { sample: sample ? 3 : 0, known: known ? 12 : 0, made: 4, odd: 0.2 }
  const kind = random.weighted(weights)
  const text = JSON.stringify({ sample, known, made, odd: oddValue(random) }[kind])
  return random.chance(0.3) ? mutate(text, random) : text
}

/** Workspaces live a minute and waits a moment: more would only fill the machine. */
const tamed = ({ path }: Route, value: unknown): unknown => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  if (path === '/_sandbox/workspaces') return { ...value, ttlMs: 60_000 }
  return WAITING.test(path) ? { ...value, timeoutMs: 20 } : value
}

const pathOf = (route: Route, scene: Scene): string => {
  const query: string[] = []
  let { path } = route
  for (const { name, in: where, schema } of route.parameters) {
    const isWanted = where === 'path' || name === 'workspace' || scene.random.chance(0.3)
    if (where === 'header' || !isWanted) continue
    const text = encodeURIComponent(parameterOf(route, name, schema, scene).toWellFormed())
    if (where === 'path') path = path.replace(`{${name}}`, text || 'x')
    else query.push(`${name}=${text}`)
  }
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

const parameterOf = (route: Route, name: string, schema: Schema, scene: Scene): string => {
  const { random, pool, routes } = scene
  const making = { random, pool, route: route.id, named: routes.named }
  const made = random.chance(0.1) ? oddValue(random) : makeValue(schema, making, name)
  const value = ownParameter(route, name, scene) ?? made
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 2_000 ? random.pick(ODD_NAMES) : text
}

/** Parameters of which a made value would mostly name nothing. */
const ownParameter = (route: Route, name: string, scene: Scene): unknown => {
  const { random, tenant, stranger, pool } = scene
  if (name === 'workspace') return random.chance(0.97) ? tenant.id : random.pick([stranger.id, 'x'])
  if (name === 'id' && route.path.includes('workspaces'))
    return route.method === 'DELETE' ? random.pick(['x', '00000000', 'zz']) : tenant.id
  if (name === 'uploadId' && pool.uploads.length > 0 && random.chance(0.9))
    return random.pick(pool.uploads).uploadId
  if (name === 'partNumber' && random.chance(0.9)) return random.between(1, 3)
  return undefined
}

const fileBytes = (random: Random, files: Scene['files']): Buffer => {
  const file = files.get(random.pick([...files.keys()])) ?? Buffer.alloc(0)
  const changed = random.chance(0.4) ? random.flip(file, random.between(1, 20)) : file
  return random.chance(0.02) ? Buffer.concat([changed, Buffer.alloc(102_400)]) : changed
}

/** Headers that name a caller: mostly its own token, sometimes that of a stranger, a wrong one or none. */
const credentials = ({ needs }: Route, scene: Scene): FuzzRequest['headers'] => {
  const { random, tenant, stranger, pool } = scene
  if (needs === 'nothing') return []
  const own = needs === 'portal' ? portalHeaders(tenant) : callerOf(tenant.fixtures.app.accessToken)
  const kind = random.weighted({ own: 90, stranger: 3, learned: 3, wrong: 2, none: 2 })
  const tokens = {
    stranger: stranger.fixtures.app.accessToken,
    learned: String(pool.find(random, '', 'access_token') ?? 'x'),
    wrong: random.pick(['x', '00000000-', `${tenant.id}-0000`, '[object Object]', 'é']),
  }
  if (kind === 'own') return own
  if (kind === 'none') return own.filter(() => random.chance(0.5))
  return own.map(([name, value]) => [name, name === 'Access-token' ? tokens[kind] : value])
}

/** What an answer makes possible: parts are merged, atoms taken as assets, assets shown, and their files read. */
const follow = (route: Route, path: string, body: unknown, scene: Scene): void => {
  const { random, queue, pool, routes } = scene
  const { result } = (body ?? {}) as { result?: Record<string, unknown> | null }
  if (!result || typeof result !== 'object') return
  const { partNumber, etag, assetElementIdList: atoms, successMaterialIdList: assets } = result
  const upload = pool.uploads.find(({ uploadId }) => path.includes(uploadId))
  if (upload && typeof partNumber === 'number') upload.parts.set(partNumber, String(etag))
  if (random.chance(0.3)) return
  const push = (id: string, assetIdList: unknown): void => {
    const next = routes.all.find((known) => known.id === id)
    if (next && Array.isArray(assetIdList))
      queue.push(callRoute(next, scene, { param: { assetIdList } }))
  }
  if (route.id === 'E16') push('E21', atoms)
  if (route.id === 'E21') push('E4', assets)
  if (route.id === 'E4')
    queue.push(...pool.signedPaths.slice(-3).map((signed) => download(scene, signed)))
}

/** Reading a file or a picture by its signed URL, which is sometimes changed. */
const download = (scene: Scene, known?: string): Step => {
  const { random, pool, tenant, stranger, files } = scene
  const paths = [`/_files/${tenant.id}/nothing?expires=1&signature=00`, ...pool.signedPaths]
  const path = known ?? random.pick(paths)
  const at = random.between(1, path.length - 1)
  const changed = [
    path.slice(0, at),
    `${path}&expires=99999999999999`,
    path.replace(tenant.id, stranger.id),
    path.slice(0, at) + random.pick(['%00', '%2e', '/', '%', '..', ';']) + path.slice(at),
    path.slice(0, at) + random.pick(['0', 'a', 'Z', '_']) + path.slice(at + 1),
  ]
  const method = random.pick(['GET', 'GET', 'GET', 'HEAD', 'PUT'])
  const request: FuzzRequest = {
    method,
    path: random.chance(0.3) ? random.pick(changed) : path,
    headers: random.chance(0.2) ? [['Range', random.pick(['bytes=0-9', 'bytes=-1'])]] : [],
    ...(method === 'PUT' && { body: fileBytes(random, files) }),
    ...(tenant.isWild && { patienceMs: WILD_PATIENCE_MS }),
  }
  return { request: disturb(request, random, tenant) }
}
