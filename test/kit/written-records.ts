import { createApproval } from './console-data.ts'
import type { TestServer } from './server.ts'

export const TRACK = {
  tenant_id: '1',
  client_id: 'client',
  event_type_code: 'Portal_Content_Share',
  event_time: '2026-10-20 10:00:00.000',
  event_properties: {},
}

export const packOf = ({ fixtures }: TestServer) => {
  const { id, corpId, source } = fixtures.crowdPack
  return { crowdPackId: id, corpId, source, selfAgent: 0 }
}

/** Writes a record of every kind that operations write, with this text in all fields that keep one. */
export const writeRecords = async (server: TestServer, text: string): Promise<void> => {
  const { users, portal, metadata, creative, imageSearch } = server.fixtures
  const [value] = metadata.values
  const calls: [string, object][] = [
    [
      'E3',
      {
        trackList: [
          {
            ...TRACK,
            event_type_code: text,
            event_properties: { data_source: text },
            platform: text,
            user_id: text,
            cur_url: text,
          },
        ],
      },
    ],
    ['E7', { ...packOf(server), crowdList: [{ crowdUniqueSign: text }], completeStatus: true }],
    [
      'E12',
      {
        users: [users.viewer.email],
        templateCode: text,
        content: { htmlContent: text },
        url: text,
      },
    ],
    ['E14', { portalId: portal.id, authType: 1, userIdList: [users.viewer.id] }],
    ['E15', { ...creative, contentType: 'GROUP_MESSAGE', remark: text }],
    [
      'E19',
      {
        libraryType: imageSearch.libraryType,
        clientId: text,
        uuid: text,
        operateType: text,
        contentId: imageSearch.contentId,
        likeType: 1,
      },
    ],
    [
      'E20',
      {
        attrCode: metadata.attrCode,
        attrValueList: [{ attrValueCode: value?.attrValueCode, attrValueName: text }],
      },
    ],
  ]
  for (const [operation, param] of calls) await server.result(operation, param)
  await createApproval(server, { name: text, assignees: { task1: [1002] }, objects: [100_001] })
}
