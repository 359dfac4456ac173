import type { Random } from '../core/random.ts'
import type { FuzzRequest } from '../core/request.ts'
import type { Tenant } from '../core/tenant.ts'

const PHASES = ['arrival', 'before', 'after', 'during'] as const

const EFFECTS = [
  'delay=3',
  'delay=1000',
  'delay=60000',
  'refuse=90000099',
  'status=503',
  'truncate',
  'malformed',
  'reset',
  'constructor',
]

/** A fault that a header asks for; not every effect is possible in every phase. */
const randomFault = (random: Random): string => `${random.pick(PHASES)}:${random.pick(EFFECTS)}`

/** How long a caller waits whose call may be held up on purpose. */
export const SHORT_PATIENCE_MS = 60

/** Odd values of headers, each of which goes with any name. */
const HEADER_VALUES = [
  '',
  'x',
  '*',
  '"x"',
  'NaN',
  '-1',
  '18446744073709551616',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
  'gzip, chunked',
  '100-continue',
  'close',
  'upgrade',
  'owner@example.com',
  'constructor',
  '\u00ff\u009b31m',
  'http://evil.example',
  'bytes=9999999999-',
  `bytes=${'0-1,'.repeat(500)}2-3`,
  'x'.repeat(20_000),
]

const HEADER_NAMES = [
  ...['Content-Type', 'Content-Encoding', 'Content-Length', 'Content-MD5', 'Transfer-Encoding'],
  ...['Expect', 'Connection', 'Upgrade', 'Host', 'Origin', 'Sec-Fetch-Site', 'X-Forwarded-Host'],
  ...['Access-token', 'X-Open-Api-User', 'S-Timestamp', 'S-Nonce', 'Range', 'If-Range'],
  ...['If-None-Match', 'Last-Event-ID', 'X-Http-Method-Override', 'Accept-Encoding'],
]

/** Headers for which the server may wait for a body that never comes. */
const HOLDING = /^(content-length|transfer-encoding|expect|upgrade|connection)$/i

const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'QUERY']

/** A request as something between caller and server could have changed it, sometimes. */
export const disturb = (request: FuzzRequest, random: Random, { id }: Tenant): FuzzRequest => {
  const headers = [...request.headers]
  let { path, method, patienceMs } = request
  if (random.chance(0.05)) headers.push([random.pick(HEADER_NAMES), random.pick(HEADER_VALUES)])
  if (random.chance(0.03)) {
    headers.push(['x-sandbox-fault', randomFault(random)])
    patienceMs = SHORT_PATIENCE_MS
  }
  if (random.chance(0.1)) path = `/w/${id}${path}`
  if (random.chance(0.01)) path = random.pick(oddPaths(path))
  if (random.chance(0.01)) method = random.pick(METHODS)
  const isFramed = random.chance(0.02) && request.body !== undefined
  const framing = random.pick(['chunked', 'chunked', 'short', 'long'] as const)
  if (headers.some(([name]) => HOLDING.test(name)) || (isFramed && framing === 'short'))
    patienceMs = SHORT_PATIENCE_MS
  return {
    ...request,
    method,
    path,
    headers,
    ...(isFramed && { framing }),
    ...(patienceMs !== undefined && { patienceMs }),
  }
}

const oddPaths = (path: string): string[] => [
  `${path}/`,
  path.toUpperCase(),
  `/${path}`,
  `${path}?a=%ff&__proto__=1&a[b]=2`,
  path.replace(/.$/, '%'),
  `/w/zzzzzzzz${path}`,
]
