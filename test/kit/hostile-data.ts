import { act, done } from './acts.ts'
import { HOSTILE } from './console.ts'
import { hostileUser } from './console-data.ts'
import { createWorkspace } from './created-workspace.ts'
import { NOW } from './databases.ts'
import { addRule, ruleFor } from './faults.ts'
import type { TestServer } from './server.ts'
import { begin } from './uploads.ts'
import { writeRecords } from './written-records.ts'

const TWO_HOURS_MS = 7_200_000

/** Ids of what `writeHostileData` writes. */
export const HOSTILE_IDS = { asset: 900_001, collection: 3900, portalBlock: 990, content: 990_001 }

const SEED = {
  users: [hostileUser],
  assets: [
    {
      id: HOSTILE_IDS.asset,
      name: HOSTILE,
      extension: 'content_rtf',
      createUser: hostileUser.id,
      createdAtMs: NOW,
      tags: [HOSTILE],
      rights: [],
      subResources: [
        {
          id: 990_001,
          name: HOSTILE,
          extension: 'content_rtf',
          mediaType: 'content_rtf',
          sizeBytes: HOSTILE.length,
          baseText: HOSTILE,
        },
      ],
    },
  ],
  collections: [
    {
      id: HOSTILE_IDS.collection,
      name: HOSTILE,
      createUser: hostileUser.id,
      createdAtMs: NOW,
      rights: [],
      assetIds: [HOSTILE_IDS.asset],
    },
  ],
  portals: [
    {
      id: 990,
      code: 'A'.repeat(32),
      name: HOSTILE,
      blocks: [
        {
          id: HOSTILE_IDS.portalBlock,
          name: HOSTILE,
          contents: [
            {
              id: HOSTILE_IDS.content,
              coreId: HOSTILE_IDS.asset,
              name: HOSTILE,
              text: HOSTILE,
              tags: [HOSTILE],
              publishedAtMs: NOW,
              buttonName: HOSTILE,
              buttonLinkUrl: 'javascript:window.broken=1',
            },
          ],
        },
      ],
    },
  ],
}

/** Puts texts that would run, were they not shown as text, wherever a workspace keeps texts of others. */
export const writeHostileData = async (server: TestServer): Promise<void> => {
  await done(server, '/seed', SEED)
  await writeRecords(server, HOSTILE)
  await begin(server, { name: HOSTILE, type: 'image/png', size: 12 })
  const { now } = await server.control<{ now: number }>('/clock')
  await server.result('E12', {
    users: ['viewer@example.com'],
    templateCode: HOSTILE,
    content: { htmlContent: HOSTILE },
    sendTime: now + TWO_HOURS_MS,
  })
  await addRule(server, {
    ...ruleFor('E1', { code: '10134011' }),
    match: { operation: 'E1', actor: HOSTILE },
  })
  await act(server, '/snapshots', { name: HOSTILE })
  await createWorkspace(server, { name: '<svg onload=window.broken=1>' })
  await server.call('E22', { collectionId: HOSTILE_IDS.collection, assetIds: [5], [HOSTILE]: 1 })
  await server.call('E8', { userIds: [hostileUser.id], [HOSTILE]: HOSTILE }, { as: HOSTILE_ACTOR })
}

/** Headers take no angle brackets of their own, but everything else. */
const HOSTILE_ACTOR = '"><img/src=x/onerror=window.broken=1>'
