import { describe, expect, test } from 'vitest'
import { createApproval } from '#src/domain/approvals/create-approval.ts'
import { decideTask } from '#src/domain/approvals/decide-task.ts'
import { findApproval } from '#src/domain/approvals/find-approval.ts'
import { objectsOf } from '#src/domain/approvals/objects.ts'

import { ingest } from '#src/domain/assets/ingest.ts'
import { addAssets } from '#src/domain/collections/add-assets.ts'
import { NOW } from '#test/kit/databases.ts'
import { detailsOf } from '#test/kit/payloads.ts'
import { openStore } from '#test/kit/store.ts'

const REQUEST = {
  category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
  processDefinitionId: 81,
  submitter: 1001,
  assignees: { task1: [1002] },
}

describe('atoms that are ingested', () => {
  test('become assets once each, while ids that are not atoms fail', () => {
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
    expect(detailsOf(call(), [700_005, 700_006, 700_007])).toHaveLength(2)
  })

  test('fail where a fault wants it, and use no id', () => {
    const { call } = openStore()
    expect(ingest(call(), [700_001, 700_002], new Set([700_001]))).toEqual({
      successList: [700_002],
      failedList: [700_001],
      successMaterialIdList: [700_005],
    })
    expect(ingest(call(), [700_001]).successMaterialIdList).toEqual([700_006])
  })

  test('are seen by their creator and administrators only', () => {
    const { call } = openStore()
    ingest(call({ as: 'editor@example.com' }), [700_001])
    const seenBy = (as: string) => detailsOf(call({ as }), [700_005]).length
    expect(['editor', 'owner', 'viewer'].map((name) => seenBy(`${name}@example.com`))).toEqual([
      1, 1, 0,
    ])
  })
  test('keep their ids as the ids of the files', () => {
    const { call } = openStore()
    ingest(call(), [700_003, 700_001])
    const details = detailsOf(call(), [700_005, 700_006])
    expect(details.flatMap(({ subResList }) => subResList.map(({ id }) => id))).toEqual([
      700_003, 700_001,
    ])
  })

  test('get the status of the approval that changed last', () => {
    const { store, call } = openStore()
    const approve = (objects: number[], nowMs: number) =>
      createApproval(call({ nowMs }), { ...REQUEST, objects })
    const first = approve([700_001, 700_002], NOW)
    approve([700_002], NOW + 1)
    const [task] = findApproval(store, first)?.tasks ?? []
    if (!task) throw new Error('the approval has no task')
    decideTask(call({ nowMs: NOW + 2 }), task, { decision: 'reject', comment: undefined })
    approve([700_001], NOW + 3)
    ingest(call({ nowMs: NOW + 4 }), [700_001, 700_002, 700_003])
    const details = detailsOf(call(), [700_005, 700_006, 700_007])
    expect(details.map(({ approvalStatus }) => approvalStatus)).toEqual([1, 3, 0])
  })

  test('get the status of the newer approval where two changed at one instant', () => {
    const { store, call } = openStore()
    const older = createApproval(call(), { ...REQUEST, objects: [700_001, 700_002] })
    createApproval(call(), { ...REQUEST, objects: [700_002] })
    const [task] = findApproval(store, older)?.tasks ?? []
    if (!task) throw new Error('the approval has no task')
    decideTask(call(), task, { decision: 'reject', comment: undefined })
    ingest(call(), [700_001, 700_002])
    const details = detailsOf(call(), [700_005, 700_006])
    expect(details.map(({ approvalStatus }) => approvalStatus)).toEqual([3, 1])
  })
})

/** A database with ids that mean two things, which an import may have. */
const withOldIds = () => {
  const opened = openStore()
  opened.store.sqlite.exec(`
    UPDATE atoms SET id = 500002 WHERE id = 700001;
    UPDATE atoms SET id = 100003 WHERE id = 700002;
  `)
  return opened
}

describe('ids that mean two things', () => {
  test('give the file of an atom a new id where another file has its own', () => {
    const { call } = withOldIds()
    expect(ingest(call(), [500_002]).successMaterialIdList).toEqual([700_005])
    const [detail] = detailsOf(call(), [700_005])
    expect(detail?.subResList.map(({ id }) => id)).toEqual([700_006])
  })

  test('mean the asset in E4, E9 and E22, and the atom in E21', () => {
    const { store, call } = withOldIds()
    expect(detailsOf(call(), [100_003])).toMatchObject([{ materialOrigin: { id: 100_003 } }])
    const approval = createApproval(call(), { ...REQUEST, objects: [100_003, 500_002] })
    expect(objectsOf(store, approval)).toEqual([
      { objectId: 100_003, assetId: 100_003 },
      { objectId: 500_002, assetId: null },
    ])
    expect(addAssets(call(), { collectionId: 3001, assetIds: [100_003] })).toBe(true)
    expect(ingest(call(), [100_003])).toEqual({
      successList: [100_003],
      failedList: [],
      successMaterialIdList: [700_005],
    })
    // The approval is about the older asset, not about the atom's.
    expect(objectsOf(store, approval)[0]).toEqual({ objectId: 100_003, assetId: 100_003 })
  })
})
