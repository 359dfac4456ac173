import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { seedRows } from '#test/kit/databases.ts'
import { md5Of } from '#test/kit/downloads.ts'
import { freezeAt } from '#test/kit/records.ts'
import { expectSuccess, findingsOf } from '#test/kit/replies.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const NOW_MS = 1_800_000_000_000

/** The file of the atom 700003. */
const LOOP = readFileSync(
  join(
    import.meta.dirname,
    '../../seed/minimal/files',
    seedRows<{ id: number; file: string }>('minimal', 'assets', 'atoms').find(
      ({ id }) => id === 700_003,
    )?.file ?? '',
  ),
)
const LOOP_BYTES = LOOP.length

const detailOf = async (server: TestServer, assetIdList: number[], as?: string) => {
  const options = as === undefined ? {} : { as }
  const { detail } = await server.result<{ detail: Record<string, unknown>[] }>(
    'E4',
    { assetIdList },
    options,
  )
  return detail
}

describe('E21 ingest assets into the library', () => {
  test('answers atoms and their assets in the same order, in the three lists of the document', async () => {
    const server = await injectServer()
    const reply = await server.call('E21', { assetIdList: [700_003, 700_001] })
    expectSuccess(reply, {
      successList: [700_003, 700_001],
      failedList: [],
      successMaterialIdList: [700_005, 700_006],
    })
    expect(findingsOf(reply)).toEqual([])
  })

  test('remembers the file of the atom as the one sub-resource of its asset', async () => {
    const server = await injectServer()
    freezeAt(server, NOW_MS)
    const atom = server.workspace.store.get<{ createdAtMs: number }>(
      'SELECT created_at_ms AS createdAtMs FROM atoms WHERE id = 700003',
    )
    await server.result('E21', { assetIdList: [700_003] }, { as: 'editor@example.com' })
    expect(await detailOf(server, [700_005])).toEqual([
      expect.objectContaining({
        extension: 'mp4',
        size: LOOP_BYTES,
        createTime: NOW_MS,
        updateTime: NOW_MS,
        updateUser: 1002,
        approvalStatus: 0,
        tags: '',
        collectionInfo: [],
        materialOrigin: expect.objectContaining({
          id: 700_005,
          coreId: 700_005,
          createUser: 1002,
          createTime: NOW_MS,
          scenarioVisibility: 'ALL_VISIBLE',
        }),
        authInfoList: [
          {
            unitType: 1,
            unitId: 1002,
            unitName: 'Elena Marlowe',
            dataRoleId: 1,
            dataRoleName: 'Owner',
            dataRoleCode: 'ownerRole',
            editable: 1,
            materialId: 700_005,
          },
        ],
        subResList: [
          expect.objectContaining({
            id: 700_003,
            name: 'souchong-smoke-loop.mp4',
            path: 'upload/9b358f18bdc427c07aaba3df91ab677f.mp4',
            keyName: '9b358f18bdc427c07aaba3df91ab677f.mp4',
            type: 'video/mp4',
            fileFormatType: 'video',
            extension: 'mp4',
            size: LOOP_BYTES,
            resType: 0,
            uniMd5: md5Of(LOOP),
            duration: 4_000,
            width: 360,
            height: 640,
            wordNum: null,
            createTime: atom?.createdAtMs,
          }),
        ],
      }),
    ])
  })

  test('answers the id of an asset as ingested by variant `accepted` of A-id-1', async () => {
    const server = await injectServer({ variants: { 'A-id-1': 'accepted' } })
    const reply = await server.call('E21', { assetIdList: [100_001, 700_001, 500_002, 424_242] })
    expectSuccess(reply, {
      successList: [100_001, 700_001, 500_002],
      failedList: [424_242],
      successMaterialIdList: [100_001, 700_005, 100_002],
    })
    expect(findingsOf(reply)).toEqual([])
  })
})
