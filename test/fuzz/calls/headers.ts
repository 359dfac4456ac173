import type { FuzzRequest } from '../core/request.ts'
import type { Scene } from './step.ts'

type Headers = [string, string][]

const FAULTS = [
  'before:delay=3',
  'after:delay=3',
  'during:delay=3',
  'arrival:delay=2',
  'before:refuse=10134011',
  'after:refuse=90000099',
  'before:status=503',
  'during:truncate',
  'during:malformed',
  'during:reset',
  'before:reset',
  'after:reset',
  'arrival:reset',
  'before:delay=60000',
  'during:delay=1000',
  'during:constructor',
  'x',
  '',
]

/** How long a caller waits whose call may be held up on purpose. */
export const SHORT_PATIENCE_MS = 60

/** Headers that name a caller: mostly its own token, sometimes that of a stranger, a wrong one or none. */
export const credentials = ({ random, tenant, stranger, pool }: Scene): Headers => {
  const kind = random.weighted({ own: 90, stranger: 3, learned: 3, wrong: 2, none: 2 })
  const tokens = {
    own: tenant.accessToken,
    stranger: stranger.accessToken,
    learned: String(pool.find(random, '', 'access_token') ?? tenant.accessToken),
    wrong: random.pick(['x', '00000000-', `${tenant.id}-0000`, '[object Object]', 'é']),
    none: undefined,
  }
  const token = tokens[kind]
  const headers: Headers = []
  if (token !== undefined) headers.push(['Access-token', token])
  if (random.chance(0.97)) headers.push(['Token-type', random.chance(0.97) ? 'bearer' : 'x'])
  return headers
}

/** What the portal asks for as well; its signature is not checked by default. */
export const portalHeaders = ({ random, tenant }: Scene): Headers => [
  ['X-App-Key', random.chance(0.95) ? tenant.appKey : 'x'],
  ['S-Sign', 'x'],
  ['S-Timestamp', random.chance(0.9) ? '1767225600000' : random.pick(['', 'NaN', '1e9', '-1'])],
  [
    'S-Nonce',
    random.chance(0.98) ? String(random.next()) : 'n'.repeat(random.pick([64, 1_000, 9_000])),
  ],
]

const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ['Content-Type', 'text/plain'],
  ['Content-Type', 'application/json; charset=utf-16'],
  ['Content-Type', 'application/json;charset=gbk'],
  ['Content-Type', ''],
  ['Content-Type', 'multipart/form-data; boundary=x'],
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'br, deflate'],
  ['Expect', '100-continue'],
  ['Expect', 'x'],
  ['Accept-Encoding', 'gzip, br'],
  ['Origin', 'http://evil.example'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Host', 'evil.example'],
  ['Host', ''],
  ['X-Open-Api-User', 'owner@example.com'],
  ['X-Open-Api-User', 'constructor'],
  ['X-Open-Api-User', '\u00ff\u009b31m'],
  ['X-Forwarded-Host', 'a"b'],
  ['Connection', 'close'],
  ['Connection', 'upgrade'],
  ['Upgrade', 'h2c'],
  ['Access-token', 'x'],
  ['Transfer-Encoding', 'gzip, chunked'],
  ['Content-Length', 'abc'],
  ['Content-Length', '18446744073709551616'],
  ['If-None-Match', '*'],
  ['Range', 'bytes=0-0,2-3'],
  ['Last-Event-ID', '99999999999999999999'],
  ['X-Http-Method-Override', 'DELETE'],
  ['x-sandbox-fault', 'before:delay=5, after:delay=5'],
]

/** A request as something between caller and server could have changed it, sometimes. */
export const disturb = (request: FuzzRequest, { random, tenant }: Scene): FuzzRequest => {
  const headers = [...request.headers]
  let changed: FuzzRequest = request
  if (random.chance(0.03)) headers.push(random.pick(ODD_HEADERS))
  if (random.chance(0.005))
    headers.push(['X-Long', 'x'.repeat(random.pick([1_000, 8_000, 20_000]))])
  if (random.chance(0.03)) {
    headers.push(['x-sandbox-fault', random.pick(FAULTS)])
    changed = { ...changed, patienceMs: SHORT_PATIENCE_MS }
  }
  if (random.chance(0.02) && changed.body)
    changed = { ...changed, framing: random.pick(['chunked', 'chunked', 'short', 'long'] as const) }
  if (random.chance(0.1)) changed = { ...changed, path: `/w/${tenant.id}${changed.path}` }
  if (random.chance(0.01)) changed = { ...changed, path: oddPath(changed.path, random.below(6)) }
  if (random.chance(0.01))
    changed = {
      ...changed,
      method: random.pick(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'QUERY']),
    }
  const waits = changed.framing === 'short' || hasOddLength(headers)
  return { ...changed, headers, ...(waits && { patienceMs: SHORT_PATIENCE_MS }) }
}

/** Whether the server may wait for a body that never comes. */
const hasOddLength = (headers: Headers | FuzzRequest['headers']): boolean =>
  headers.some(([name]) =>
    /^(content-length|transfer-encoding|expect|upgrade|connection)$/i.test(name),
  )

const oddPath = (path: string, kind: number): string =>
  [
    `${path}/`,
    path.toUpperCase(),
    `/${path}`,
    `${path}?a=%ff&__proto__=1&a[b]=2`,
    path.replace(/.$/, '%'),
    `/w/zzzzzzzz${path}`,
  ][kind] ?? path
