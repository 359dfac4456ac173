import type { REQUEST_FINDINGS } from '#src/contract/findings/catalogue.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { callPortal } from '#test/kit/portal.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { type TestServer, TOKEN } from '#test/kit/server.ts'
import { sendLines } from '#test/kit/wire.ts'
import type { FindingCases } from './finding-case.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000002'

const E5_FROM_MS = 1_577_836_800_000

type Line = readonly [string, string]

/** Calls E8 with exactly these header lines beside its content type. */
const lines = (server: TestServer, headers: readonly Line[], prefix = ''): Promise<Reply> =>
  sendLines(server.url, {
    path: prefix + pathOf('E8'),
    headers: [['Content-Type', 'application/json'], ['Token-type', 'bearer'], ...headers],
    body: '{"param":{"userIds":[1001]}}',
  })

const bytes = (server: TestServer, body: Buffer): Promise<Reply> =>
  send(server.url + pathOf('E8'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'access-token': TOKEN,
      'token-type': 'bearer',
    },
    body,
  })

const E8_BODY = Buffer.from('{"param":{"userIds":[1001]}}')

const search = (server: TestServer, more: object, headers?: Record<string, string>) =>
  callPortal(
    server,
    'E6',
    { blockId: server.fixtures.portal.blockId, ...more },
    headers ? { headers } : {},
  )

const track = (server: TestServer, eventTime: string): Promise<Reply> =>
  server.call('E3', {
    trackList: [
      {
        tenant_id: '1',
        client_id: 'client',
        event_type_code: 'Portal_View',
        event_time: eventTime,
        event_properties: {},
      },
    ],
  })

const nonce = (last: number) => ({ 's-nonce': `00000000-0000-4000-8000-00000000000${last}` })

const shifted = (byMs: number) => (server: TestServer) =>
  search(server, {}, { 's-timestamp': String(server.workspace.clock.now() - byMs) })

const approve = (server: TestServer, change: object) =>
  server.call('E9', { ...samplesOf(server.fixtures).E9, ...change })

export const REQUEST_CASES: FindingCases<keyof typeof REQUEST_FINDINGS> = {
  'null-as-absent': {
    trigger: (server) => server.call('E5', { createTimeForm: E5_FROM_MS, category: null }),
    nearMiss: (server) => server.call('E5', { createTimeForm: E5_FROM_MS }),
    field: 'param.category',
  },
  'unknown-field': {
    // A name of other operations for which this one has no counterpart.
    trigger: (server) => server.call('E5', { createTimeForm: E5_FROM_MS, pageSize: 20 }),
    nearMiss: (server) => server.call('E1', { pageSize: 20 }),
    field: 'param.pageSize',
  },
  'corrected-name': {
    trigger: (server) => search(server, { pictureParam: { width: 300, height: 200 } }),
    // A client that sends both spellings gets what it asks for.
    nearMiss: (server) => search(server, { pictureParam: { width: 300, height: 200, high: 200 } }),
    field: 'pictureParam.height',
  },
  'foreign-name': {
    trigger: (server) => server.call('E1', { pageNum: 1 }),
    nearMiss: (server) => search(server, { pageNum: 1 }),
    field: 'param.pageNum',
  },
  'wrong-case-name': {
    trigger: (server) => server.call('E1', { page_size: 5 }),
    nearMiss: (server) => server.call('E1', { perPage: 5 }),
    field: 'param.page_size',
  },
  'misspelled-name': {
    trigger: (server) => server.call('E1', { pageSizes: 5 }),
    nearMiss: (server) => server.call('E1', { pageSizes: 5, pageSize: 5 }),
    field: 'param.pageSizes',
  },
  'value-not-seen': {
    trigger: (server) => approve(server, { category: 'PUBLISH' }),
    nearMiss: (server) => approve(server, {}),
    field: 'param.category',
  },
  'timestamp-in-seconds': {
    trigger: (server) => server.call('E5', { createTimeForm: E5_FROM_MS / 1_000 }),
    // The beginning of time, in either unit.
    nearMiss: (server) => server.call('E5', { createTimeForm: 0 }),
    field: 'param.createTimeForm',
  },
  'byte-order-mark': {
    trigger: (server) => bytes(server, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), E8_BODY])),
    nearMiss: (server) => bytes(server, Buffer.concat([Buffer.from('\r\n'), E8_BODY])),
  },
  'second-access-token': {
    trigger: (server) =>
      lines(server, [
        ['Access-token', UNKNOWN],
        ['Access-token', TOKEN],
      ]),
    nearMiss: (server) =>
      lines(server, [
        ['Access-token', ''],
        ['Access-token', TOKEN],
      ]),
  },
  'token-in-authorization': {
    trigger: (server) => lines(server, [['Authorization', `Bearer ${TOKEN}`]]),
    // A proxy in front of the service may ask for credentials of its own.
    nearMiss: (server) =>
      lines(server, [
        ['Authorization', 'Bearer of-a-proxy'],
        ['Access-token', TOKEN],
      ]),
  },
  'bearer-in-access-token': {
    trigger: (server) => lines(server, [['Access-token', `Bearer ${TOKEN}`]]),
    nearMiss: (server) => lines(server, [['Access-token', UNKNOWN]]),
  },
  'token-of-another-workspace': {
    trigger: (server) =>
      lines(server, [['Access-token', TOKEN.replace('00000000', '0000000f')]], '/w/00000000'),
    nearMiss: (server) => lines(server, [['Access-token', UNKNOWN]], '/w/00000000'),
  },
  'misspelled-header': {
    trigger: (server) =>
      lines(server, [
        ['Access-token', TOKEN],
        ['x-openapi-user', 'viewer@example.com'],
      ]),
    nearMiss: (server) =>
      lines(server, [
        ['Access-token', TOKEN],
        ['x-open-api-key', 'k'],
        ['User-Agent', 'x'],
      ]),
    field: 'x-openapi-user',
  },
  'missing-acting-user': {
    trigger: (server) => server.call('E17', {}, { as: null }),
    nearMiss: (server) => server.call('E1', {}, { as: null }),
  },
  'server-call-from-page': {
    trigger: (server) => server.call('E1', {}, { headers: { origin: 'http://localhost:3000' } }),
    // As "Try" of the console does.
    nearMiss: (server) => server.call('E1', {}, { headers: { origin: server.url } }),
  },
  'other-base': {
    options: () => ({
      env: { SANDBOX_PUBLIC_URL: 'http://base.test', SANDBOX_PORTAL_URL: 'http://portal.test' },
    }),
    trigger: (server) => server.call('E1', {}, { headers: { host: 'portal.test' } }),
    nearMiss: (server) => server.call('E1', {}, { headers: { host: 'base.test' } }),
  },
  'too-many-ids': {
    trigger: (server) => server.call('E8', { userIds: Array.from({ length: 101 }, (_, i) => i) }),
    nearMiss: (server) => server.call('E8', { userIds: Array.from({ length: 100 }, (_, i) => i) }),
    field: 'param.userIds',
  },
  'not-recommended-operation': {
    trigger: (server) => search(server, {}),
    // Marked as upgraded: an older form is to be retired.
    nearMiss: (server) => server.call('E1', {}),
  },
  'unusual-form': {
    trigger: (server) => track(server, '2026-03-04 05:06:07'),
    nearMiss: (server) => track(server, '2026-03-04 05:06:07.089'),
    field: 'param.trackList[0].event_time',
  },
  'stale-timestamp': {
    trigger: shifted(5 * 60_000 + 10_000),
    nearMiss: shifted(5 * 60_000 - 10_000),
  },
  'used-nonce': {
    trigger: async (server) => {
      await search(server, {}, nonce(1))
      return search(server, {}, nonce(1))
    },
    // A call that was refused has not used its nonce up.
    nearMiss: async (server) => {
      await search(server, { blockId: 'wrong' }, nonce(1))
      return search(server, {}, nonce(1))
    },
  },
}
