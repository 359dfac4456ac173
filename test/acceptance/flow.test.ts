import { describe, expect, test } from 'vitest'
import { acceptanceTarget } from '#test/kit/acceptance.ts'
import {
  countItems,
  createWorkspace,
  Flow,
  filteredContents,
  findGroup,
  runFlow,
} from '#test/kit/flow.ts'

const flowOf = async (seed: string): Promise<Flow> => {
  const { url, controlUrl } = await acceptanceTarget()
  return new Flow({ ...(await createWorkspace(controlUrl, seed)), url })
}

describe.each(['demo', 'minimal'])('the library of the seed %s', (seed) => {
  test('leads a file from its upload over an approval into a shared archive group', async () => {
    const flow = await flowOf(seed)
    const { approvalId, assetIds } = await runFlow(flow)
    const tasks = (await flow.tasks()).filter((task) => task.approvalId === String(approvalId))
    expect(tasks).toMatchObject(
      ['task1', 'task2'].map((key) => ({ key, approvalStatus: 'APPROVED' })),
    )
    expect(new Set(assetIds).size).toBe(2)
  })

  test.each([
    ['reject', 'REJECTED', 3],
    ['withdraw', 'WITHDRAWN', 0],
  ])('ingests no atom when the approval ends with %s', async (decision, status, approvalStatus) => {
    const flow = await flowOf(seed)
    const atoms = await flow.makeAtoms()
    const asset = flow.ids.assets.ids[0] ?? 0
    const [before] = await flow.details('owner', [asset])
    const request = flow.approvalOf([...atoms, asset])
    const approvalId = await flow.result<number>('owner', 'E9', request)
    expect(await flow.details('owner', [asset])).toMatchObject([{ approvalStatus: 1 }])
    await flow.decide(approvalId, 'task1', 'approve')
    expect(await flow.decide(approvalId, 'task2', decision)).toMatchObject({ status })
    const left = decision === 'withdraw' ? before?.approvalStatus : approvalStatus
    expect(await flow.details('owner', [asset])).toMatchObject([
      { approvalStatus: left, materialOrigin: { id: asset } },
    ])
    expect(await flow.ingestedOf(atoms)).toEqual([])
    // Ingestion stays possible, by E21 or by another approval.
    const assetIds = await flow.assetsOf(atoms)
    const details = await flow.details('editor', assetIds)
    expect(details.map((detail) => detail.approvalStatus)).toEqual([approvalStatus, approvalStatus])
    const again = await flow.result<number>('editor', 'E9', flow.approvalOf(atoms))
    await flow.decide(again, 'task1', 'approve')
    await flow.decide(again, 'task2', 'approve')
    expect(await flow.details('editor', assetIds)).toMatchObject(
      atoms.map((id) => ({ approvalStatus: 2, subResList: [{ id }] })),
    )
  })

  test('refuses every write of the flow to the viewer, and stores nothing', async () => {
    const flow = await flowOf(seed)
    const { attrCode, values } = flow.ids.metadata
    const file = await flow.upload('read only.txt')
    const group = await findGroup(flow)
    const seen = async () => ({
      items: await countItems(flow, group),
      contents: (await filteredContents(flow)).records.map(({ metadataInfo }) => metadataInfo),
      tasks: await flow.tasks(),
    })
    const before = await seen()
    const [value] = values
    const writes: [string, object][] = [
      ['E16', { fileList: [file] }],
      ['E9', { ...flow.approvalOf([]), submitter: flow.ids.users.viewer.id }],
      ['E21', { assetIdList: flow.ids.atoms.ids }],
      ['E22', { collectionId: group.groupId, assetIds: flow.ids.assets.ids.slice(0, 1) }],
      ['E20', { attrCode, attrValueList: [{ ...value, attrValueName: 'mine' }] }],
    ]
    for (const [operation, param] of writes) {
      const reply = await flow.call('viewer', operation, param)
      expect([operation, reply.body]).toEqual([
        operation,
        { code: '10134011', message: 'User has no operation permission', result: null },
      ])
    }
    expect(await seen()).toEqual(before)
    expect(await flow.ingestedOf(flow.ids.atoms.ids)).toEqual([])
  })
})
