import type { Tenant } from '../calls/stage.ts'
import type { Random } from '../core/random.ts'
import { encodeRequest, type FuzzRequest, jsonRequest } from '../core/request.ts'

/** Complete requests as bytes, from which connections are made. */
export interface Messages {
  /** Any of them. */
  any(random: Random): Buffer
  /** One whose answer is long or streamed: E4, E10, a download, an export, the journal. */
  long(random: Random): Buffer
  /** One whose answer comes late, or never ends. */
  waiting(random: Random): Buffer
}

const HOST = '127.0.0.1'

/** Makes the requests of a workspace; `signedPaths` are those of its files. */
export const makeMessages = (tenant: Tenant, signedPaths: readonly string[]): Messages => {
  const caller: FuzzRequest['headers'] = [
    ['Access-token', tenant.accessToken],
    ['Token-type', 'bearer'],
  ]
  const get = (path: string): FuzzRequest => ({ method: 'GET', path, headers: [] })
  const call = (path: string, id: string): FuzzRequest =>
    jsonRequest('POST', path, { param: tenant.samples[id] }, caller)
  const encode = (requests: readonly FuzzRequest[]): Buffer[] =>
    requests.map((request) => encodeRequest(request, HOST))
  const short = encode([
    call('/open-api/standard/v1/query-user-simple-info-list', 'E8'),
    call('/open-api/standard/v1/save-client-track-log', 'E3'),
    call('/open-api/standard/v1/marketing/crowd/insert', 'E7'),
    get('/livez'),
    get('/_sandbox/clock'),
    jsonRequest('POST', '/open-api/oauth/get-token', {
      clientId: tenant.clientId,
      clientKey: tenant.clientKey,
    }),
    { ...call('/open-api/standard/v1/query-user-simple-info-list', 'E8'), framing: 'chunked' },
    {
      method: 'POST',
      path: '/_files/uploads/single?name=a.png',
      headers: caller,
      body: Buffer.alloc(3_000),
    },
  ])
  const long = encode([
    call('/open-api/standard/v2/asset/detail-list', 'E4'),
    call('/open-api/standard/v1/marketing/crowd/list', 'E10'),
    get('/_sandbox/export'),
    get('/_sandbox/journal?bodies=true&last=100'),
    get('/_sandbox/journal/har'),
    ...signedPaths.map(get),
  ])
  const waiting = encode([
    get('/_sandbox/journal/stream'),
    jsonRequest('POST', '/_sandbox/journal/wait', {
      match: { operation: 'E19' },
      timeoutMs: 2_000,
    }),
    jsonRequest(
      'POST',
      '/open-api/standard/v1/query-user-simple-info-list',
      { param: { userIds: [] } },
      [...caller, ['x-sandbox-fault', 'before:delay=1000']],
    ),
    jsonRequest('POST', '/open-api/standard/v2/asset/detail-list', { param: tenant.samples.E4 }, [
      ...caller,
      ['x-sandbox-fault', 'during:delay=500'],
    ]),
  ])
  return {
    any: (random) => random.pick(random.chance(0.7) ? short : long),
    long: (random) => random.pick(long),
    waiting: (random) => random.pick(waiting),
  }
}
