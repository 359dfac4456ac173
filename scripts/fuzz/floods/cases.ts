import { createHmac } from 'node:crypto'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { formatHttpDate } from '#src/kernel/timestamps.ts'
import { readRoutes } from '../calls/routes.ts'
import { Client } from '../core/client.ts'
import type { Address } from '../core/connection.ts'
import { bare, callerOf, encodeRequest, type FuzzRequest, jsonRequest } from '../core/request.ts'
import type { Session } from '../core/session.ts'
import { createTenant, operationCall, type Tenant } from '../core/tenant.ts'

/** Bytes that a number of connections send as often as is said, all at once. */
export interface Flood {
  readonly name: string
  readonly connections: number
  readonly pipelined: number
  readonly bytes: Buffer
  /** True if the callers never read an answer. */
  readonly isUnread?: boolean
  /** The listener; the main one without it. */
  readonly address?: Address
}

interface Grant {
  readonly accessKeyId: string
  readonly accessKeySecret: string
  readonly securityToken: string
  readonly endpoint: string
  readonly bucket: string
}

const PAGES = [
  '/',
  '/console/',
  '/docs',
  '/docs/swagger-ui-bundle.js',
  '/openapi.json',
  '/llms.txt',
  '/livez',
  '/readyz',
  '/metrics',
  '/no/such/path',
]

const GZIP = [['Accept-Encoding', 'gzip']] as const

const BUNDLE = '/docs/swagger-ui-bundle.js'

/** The floods of a fresh server: what strangers and clients were found to stop it with, then every route. */
export const floodsOf = async (session: Session): Promise<readonly Flood[]> => {
  const { server } = session
  // Pages first: nobody has asked for them yet.
  const client = new Client(server)
  const tenant = await createTenant(client, { seed: 'demo' })
  const worst = worstOf(tenant, server.output)
  const { all } = await readRoutes(client)
  const routes = all
    .filter(({ kind, path }) => kind !== 'operation' && !path.includes('/drain'))
    .map(({ key, method, path, contentType }) => ({
      name: key,
      request: requestFor(method, path, contentType, tenant),
    }))
  const operations = CATALOGUE.map(({ id }) => ({ name: id, request: operationCall(tenant, id) }))
  const pages = PAGES.map((path) => ({ name: `GET ${path}`, request: bare('GET', path) }))
  const storage = await storageFloods(client, tenant)
  client.close()
  const usual = [...pages, ...operations, ...routes].map(({ name, request }) => ({
    name,
    connections: 300,
    pipelined: 16,
    bytes: encodeRequest(request),
  }))
  return [...worst, ...usual, ...storage]
}

const requestFor = (
  method: string,
  path: string,
  contentType: string | undefined,
  { id, fixtures }: Tenant,
): FuzzRequest => {
  const headers = callerOf(fixtures.app.accessToken)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => (name === 'id' ? id : 'x'))
  const query = `${filled}?workspace=${id}`
  const target = path.startsWith('/_sandbox') && !path.includes('{id}') ? query : filled
  if (contentType === 'application/json') return jsonRequest(method, target, {}, headers)
  return bare(method, target, headers)
}

const head = (
  method: string,
  path: string,
  lines: readonly (readonly [string, string])[],
): Buffer => encodeRequest(bare(method, path, lines))

const worstOf = (tenant: Tenant, output: string): Flood[] => {
  const ids = Array.from(
    { length: 1_000 },
    (_, index) => tenant.fixtures.assets.ids[index % 20] ?? 1,
  )
  const details = encodeRequest(operationCall(tenant, 'E4', { assetIdList: ids }))
  const numbers = Array.from({ length: 1_000 }, (_, index) => index)
  const token = encodeRequest(jsonRequest('POST', '/open-api/oauth/get-token', { numbers }))
  const bundle = head('GET', BUNDLE, [])
  const unfinished = encodeRequest(operationCall(tenant, 'E8')).subarray(0, -1)
  const flood = (name: string, connections: number, pipelined: number, bytes: Buffer): Flood => ({
    name,
    connections,
    pipelined,
    bytes,
  })
  const metrics = metricsAddress(output)
  return [
    { ...flood('GET bundle, cold and never read', 1_000, 16, bundle), isUnread: true },
    flood('GET bundle', 64, 16, bundle),
    { ...flood('GET bundle, never read', 1_000, 16, bundle), isUnread: true },
    flood('HEAD /openapi.json with gzip', 950, 16, head('HEAD', '/openapi.json', GZIP)),
    {
      ...flood(
        'GET /openapi.json with gzip, never read',
        950,
        16,
        head('GET', '/openapi.json', GZIP),
      ),
      isUnread: true,
    },
    flood('HEAD bundle with gzip', 900, 40, head('HEAD', BUNDLE, GZIP)),
    flood('E4 of 1,000 ids', 300, 16, details),
    flood('E4 of 1,000 ids', 60, 16, details),
    flood('E4 of 1,000 ids', 300, 1, details),
    flood('a path of escapes', 950, 16, head('GET', `/${'%25'.repeat(1_050)}`, [])),
    flood('a path of too many escapes', 950, 16, head('GET', `/${'%25'.repeat(2_500)}`, [])),
    flood('get-token with 1,000 numbers', 950, 16, token),
    flood('GET /livez', 950, 16, head('GET', '/livez', [])),
    flood('GET /livez without an end', 100, 2_000, head('GET', '/livez', [])),
    flood('a body that lacks its last byte', 1_100, 1, unfinished),
    ...(metrics
      ? [
          {
            ...flood('metrics listener', 300, 1_500, head('GET', '/metrics', [])),
            isUnread: true,
            address: metrics,
          },
        ]
      : []),
  ]
}

const addressOf = (url: string): Address => {
  const { hostname, port } = new URL(url)
  return { hostname, port: Number(port) }
}

/** The start prints it. */
const metricsAddress = (output: string): Address | undefined => {
  const [, url] = /metrics at (http:\S+)/.exec(output) ?? []
  return url === undefined ? undefined : addressOf(url)
}

const UPLOADS = 1_000

/** The storage listener, in path style with signatures V1, and with long lists of uploads. */
const storageFloods = async (client: Client, { fixtures }: Tenant): Promise<Flood[]> => {
  const grant = await client.call<Grant>(
    bare('POST', '/_files/grant', callerOf(fixtures.app.accessToken)),
  )
  const address = addressOf(grant.endpoint)
  const storage = new Client({ address })
  const signed = (method: string, target: string, body = Buffer.alloc(0)): Buffer =>
    encodeRequest({
      ...bare(method, `/${grant.bucket}/${target}`, sign(grant, method, target)),
      body,
    })
  for (let count = 0; count < UPLOADS; count += 1)
    await storage.done(
      bare('POST', `/${grant.bucket}/upload/a?uploads`, sign(grant, 'POST', 'upload/a?uploads')),
    )
  storage.close()
  const part = '<Part>'.padEnd(900_000, '<a></a>')
  const cases: readonly (readonly [string, Buffer])[] = [
    ['list of 1,000 uploads', signed('GET', '?uploads')],
    ['put', signed('PUT', 'upload/b', Buffer.from('some bytes'))],
    ['head', signed('HEAD', 'upload/b')],
    ['get', signed('GET', 'upload/b')],
    ['initiate', signed('POST', 'upload/b?uploads')],
    ['complete', signed('POST', 'upload/b?uploadId=x', Buffer.from(part))],
    ['unsigned', encodeRequest(bare('GET', '/'))],
  ]
  const usual = cases.map(([name, bytes]) => ({
    name: `storage: ${name}`,
    connections: 300,
    pipelined: name === 'complete' ? 1 : 16,
    bytes,
    address,
  }))
  const unfinished = signed('POST', 'upload/b?uploadId=x', Buffer.from(part)).subarray(0, -1)
  return [
    ...usual,
    {
      name: 'storage: list, never read',
      connections: 900,
      pipelined: 16,
      bytes: signed('GET', '?uploads'),
      isUnread: true,
      address,
    },
    {
      name: 'storage: unfinished complete',
      connections: 500,
      pipelined: 1,
      bytes: unfinished,
      address,
    },
  ]
}

const sign = (grant: Grant, method: string, target: string): [string, string][] => {
  const date = formatHttpDate(Math.floor(performance.timeOrigin + performance.now()))
  const token: [string, string] = ['x-oss-security-token', grant.securityToken]
  const text = [method, '', '', date, token.join(':'), `/${grant.bucket}/${target}`].join('\n')
  const signature = createHmac('sha1', grant.accessKeySecret).update(text).digest('base64')
  return [['Date', date], token, ['Authorization', `OSS ${grant.accessKeyId}:${signature}`]]
}
