import { describe, expect, test } from 'vitest'
import { assetDetails } from '#src/domain/assets/asset-details.ts'
import { ingest } from '#src/domain/assets/ingest.ts'
import { openStore } from '#test/kit/store.ts'

describe('atoms that are ingested', () => {
  test('become assets in the same order', () => {
    const { call } = openStore()
    expect(ingest(call(), [700_003, 700_001])).toEqual({
      successList: [700_003, 700_001],
      failedList: [],
      successMaterialIdList: [700_005, 700_006],
    })
  })

  test('become assets once each, and ids that are no atoms fail beside them', () => {
    const { call } = openStore()
    const ids = [424_242, 700_002, -1, 700_002, 100_001, 700_004, 424_242, 0]
    expect(ingest(call(), ids)).toEqual({
      successList: [700_002, 700_004],
      failedList: [424_242, -1, 100_001, 0],
      successMaterialIdList: [700_005, 700_006],
    })
  })

  test('keep the asset that they have', () => {
    const { call } = openStore()
    expect(ingest(call(), [700_002]).successMaterialIdList).toEqual([700_005])
    expect(ingest(call(), [700_001, 700_002])).toEqual({
      successList: [700_001, 700_002],
      failedList: [],
      successMaterialIdList: [700_006, 700_005],
    })
    expect(assetDetails(call(), [700_005, 700_006, 700_007])).toHaveLength(2)
  })

  test('are found among many unknown ids', () => {
    const { call } = openStore()
    const unknown = Array.from({ length: 999 }, (_, index) => 1 + index)
    expect(ingest(call(), [...unknown, 700_001])).toEqual({
      successList: [700_001],
      failedList: unknown,
      successMaterialIdList: [700_005],
    })
  })

  test('fail where a fault wants it, and use no id', () => {
    const { call } = openStore()
    expect(ingest(call({ failing: [700_001] }), [700_001, 700_002])).toEqual({
      successList: [700_002],
      failedList: [700_001],
      successMaterialIdList: [700_005],
    })
    expect(ingest(call(), [700_001]).successMaterialIdList).toEqual([700_006])
  })

  test('are seen by their creator and administrators only', () => {
    const { call } = openStore()
    ingest(call({ as: 'editor@example.com' }), [700_001])
    const seenBy = (as: string) => assetDetails(call({ as }), [700_005]).length
    expect(['editor', 'owner', 'viewer'].map((name) => seenBy(`${name}@example.com`))).toEqual([
      1, 1, 0,
    ])
  })
})
