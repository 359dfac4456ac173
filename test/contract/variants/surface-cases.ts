import { NOW } from '#test/kit/databases.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { callPortal } from '#test/kit/portal.ts'
import { freezeAt, recordsOf } from '#test/kit/records.ts'
import type { TestServer } from '#test/kit/server.ts'
import { changeRows, outcomeOf, UNKNOWN_ID, type VariantCases } from './variant-case.ts'

const postToken = (server: TestServer, route: string, body: object): Promise<Reply> =>
  send(`${server.url}/open-api/oauth/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const refreshTwice = async (server: TestServer): Promise<string> => {
  const { clientId, clientKey } = server.fixtures.app
  const { body } = await postToken(server, 'get-token', { clientId, clientKey })
  const { result } = body as { result: { refresh_token: string } }
  const refresh = () => postToken(server, 'refresh-token', { refresh_token: result.refresh_token })
  await refresh()
  return outcomeOf(await refresh())
}

const callBlock = (server: TestServer, headers: Record<string, string> = {}): Promise<Reply> =>
  callPortal(server, 'E6', { blockId: server.fixtures.portal.blockId }, { headers })

export const surfaceCases: VariantCases = {
  'A-auth-1': {
    observe: async (server) =>
      outcomeOf(await server.call('E17', null, { body: { token: 'other', param: {} } })),
    shows: { ignored: '0', 'must-equal': '90010005' },
  },
  'A-auth-2': {
    observe: async (server) => {
      const asNobody = { as: 'nobody@example.com' }
      const reply = await server.call('E8', { userIds: [] }, asNobody)
      const created = await server.result<unknown[]>('E8', { userIds: [1004] })
      return `${outcomeOf(reply)}, ${created.length} created`
    },
    shows: { refused: '90010006, 0 created', owner: '0, 0 created', create: '0, 1 created' },
  },
  'A-auth-3': {
    observe: async (server) => outcomeOf(await server.call('E17', {}, { as: null })),
    shows: { owner: '0 missing-acting-user', required: '90010001' },
  },
  'A-auth-4': {
    observe: async (server) => outcomeOf(await callBlock(server, { 's-sign': 'ffff' })),
    shows: { presence: '0 not-recommended-operation', 'hmac-sha256': '90010010' },
  },
  'A-auth-4.timestamp': {
    observe: async (server) => outcomeOf(await callBlock(server, { 's-timestamp': '0' })),
    shows: { finding: '0 stale-timestamp not-recommended-operation', refused: '90010011' },
  },
  'A-auth-4.nonce': {
    observe: async (server) => {
      const headers = { 's-nonce': '00000000-0000-4000-8000-00000000abcd' }
      await callBlock(server, headers)
      return outcomeOf(await callBlock(server, headers))
    },
    shows: { finding: '0 used-nonce not-recommended-operation', refused: '90010012' },
  },
  'A-auth-8': { observe: refreshTwice, shows: { reusable: '0', once: '90010009' } },
  'A-auth-11': {
    observe: async (server) =>
      outcomeOf(await server.call('E16', { fileList: [] }, { as: 'viewer@example.com' })),
    shows: { 'every-write': '10134011', 'add-asset': '0 empty-list' },
  },
  'A-auth-12': {
    observe: async (server) => {
      changeRows(server, 'UPDATE users SET status = 0 WHERE id = 1002')
      return outcomeOf(await server.call('E8', { userIds: [] }, { as: 'editor@example.com' }))
    },
    shows: { refused: '90010013', 'may-act': '0' },
  },
  'A-request-1': {
    observe: async (server) => outcomeOf(await server.call('E17', null, { body: {} })),
    shows: { refused: '90020001', empty: '0' },
  },
  'A-reply-1': {
    observe: async (server) => {
      const { body } = await server.call('E8', { userIds: [] })
      return (body as { message: string }).message
    },
    shows: { success: 'success', published: '处理成功' },
  },
  'A-reply-2': {
    observe: async (server) => {
      const { crowdPack } = server.fixtures
      const unknown = { ...crowdPack, crowdPackId: UNKNOWN_ID }
      const { body } = await server.call('E10', unknown)
      const { code, result } = body as { code: string; result: { code: string } | null }
      return [code, result?.code ?? null]
    },
    shows: { outer: ['90030007', null], inner: ['0', '90030007'] },
  },
  'A-page-1': {
    observe: async (server) => outcomeOf(await server.call('E1', { pageSize: 1_001 })),
    shows: { refused: '90020003', clamped: '0 page-size-clamped' },
  },
  'A-time-1': {
    observe: async (server) => {
      freezeAt(server, NOW)
      const { creativeId } = server.fixtures.creative
      const tasks = await recordsOf(server, 'marketing-tasks')
      return tasks.find((task) => task.creativeId === creativeId)?.releaseTime
    },
    shows: { 'utc+8': '2026-10-28 20:00:00', utc: '2026-10-28 12:00:00' },
  },
}
