import { expect } from 'vitest'
import { createWorkspace as create } from './created-workspace.ts'
import { type Fixtures, type Reply, send, sendJson } from './http.ts'
import { pathOf } from './operations.ts'
import { cut, MIN_PART_BYTES, uploadPieces } from './uploads.ts'

/** A workspace that is known by the URL of its server and its credentials only. */
export interface FlowWorkspace {
  /** Where a client calls the server: its own URL, or that of a proxy in front of it. */
  url: string
  controlUrl: string
  id: string
  token: string
  appKey: string
  ids: Fixtures
}

type User = keyof Fixtures['users']
type Json = Record<string, unknown>

/** A workspace of the seed on a server, with nothing else in it; `nowMs` stops its clock. */
export const createWorkspace = async (
  url: string,
  seed: string,
  nowMs?: number,
): Promise<FlowWorkspace> => {
  const clock = nowMs !== undefined && { clock: { mode: 'frozen', now: nowMs } as const }
  const { id, accessToken, fixtures } = await create({ url }, { seed, ...clock })
  const ids = fixtures as Fixtures
  return { url, controlUrl: url, id, token: accessToken, appKey: ids.portalApp.appKey, ids }
}

/** The time of a workspace, epoch ms, by which clients sign requests of the portal. */
export const presentTime = async (controlUrl: string, workspace: string): Promise<number> => {
  const { status, body } = await send(`${controlUrl}/_sandbox/clock?workspace=${workspace}`, {})
  expect(status).toBe(200)
  return (body as { now: number }).now
}

/** One run of the flow, which keeps every answer. */
export class Flow {
  readonly #workspace: FlowWorkspace
  readonly replies: string[] = []

  constructor(workspace: FlowWorkspace) {
    this.#workspace = workspace
  }

  get ids(): FlowWorkspace['ids'] {
    return this.#workspace.ids
  }

  /** Calls an operation as a user of the fixtures. */
  async call(as: User, operation: string, param: object): Promise<Reply> {
    const { url, token, ids } = this.#workspace
    return this.#kept(
      await sendJson(
        url + pathOf(operation),
        { token, param },
        { 'access-token': token, 'token-type': 'bearer', 'x-open-api-user': ids.users[as].email },
      ),
    )
  }

  /** The payload of a call that must succeed. */
  async result<T = Json>(as: User, operation: string, param: object): Promise<T> {
    return resultOf<T>(await this.call(as, operation, param))
  }

  /** The payload of a call of the portal that must succeed. */
  async portal<T = Json>(path: 'search' | 'getContent', body: object): Promise<T> {
    const { url, controlUrl, id, token, appKey } = this.#workspace
    const headers = {
      'x-app-key': appKey,
      's-sign': 'signature',
      's-timestamp': String(await presentTime(controlUrl, id)),
      's-nonce': `7b0c8a44-3c5e-4a0e-9f5d-${String(this.replies.length).padStart(12, '0')}`,
      'access-token': token,
    }
    const reply = await sendJson(`${url}/portal/open/block/${path}`, body, headers)
    return resultOf<T>(this.#kept(reply))
  }

  async decide(approvalId: number, key: string, decision: string): Promise<Json> {
    const { controlUrl, id } = this.#workspace
    const path = `/_sandbox/approvals/${approvalId}/tasks/${key}/decision?workspace=${id}`
    const reply = this.#kept(await sendJson(controlUrl + path, { decision }))
    expect(reply.status, reply.text).toBe(200)
    return reply.body as Json
  }

  /** The assets that were made of some atoms, which no operation tells of atoms that are not ingested. */
  async ingestedOf(atoms: readonly number[]): Promise<number[]> {
    const { controlUrl, id } = this.#workspace
    const { status, body } = await send(`${controlUrl}/_sandbox/records/atoms?workspace=${id}`, {})
    expect(status).toBe(200)
    const { records } = body as { records: { id: number; materialId: number | null }[] }
    const rows = records.filter((row) => atoms.includes(row.id))
    expect(rows).toHaveLength(atoms.length)
    return rows.flatMap(({ materialId }) => materialId ?? [])
  }

  /** Uploads a text in two parts and completes it as a viewer may (E13). */
  async upload(name: string): Promise<{ path: string; name: string; size: number; type: string }> {
    const bytes = Buffer.from('雾岭 morning mist\n'.repeat(8_000))
    const pieces = cut(bytes, MIN_PART_BYTES)
    const completion = await uploadPieces(this.#workspace, name, pieces, this.#workspace)
    expect(await this.result('viewer', 'E13', completion)).toBe(true)
    return { path: completion.filePath, name, size: bytes.length, type: 'text/plain' }
  }

  /** Makes two atoms of an uploaded file as the editor (E16). */
  async makeAtoms(): Promise<number[]> {
    const file = await this.upload('mist.txt')
    const fileList = [file, { ...file, name: 'mist again.txt' }]
    const { assetElementIdList } = await this.result<{ assetElementIdList: number[] }>(
      'editor',
      'E16',
      { fileList },
    )
    expect(assetElementIdList).toHaveLength(2)
    return assetElementIdList
  }

  /** What E9 is told: the owner decides first, then the viewer. */
  approvalOf(objects: readonly number[]): object {
    const { owner, editor, viewer } = this.ids.users
    return {
      variables: {},
      detailName: 'A file on its way through the library',
      category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
      processDefinitionId: this.ids.approval.processDefinitionId,
      submitter: editor.id,
      assignees: { initiator: [editor.id], task1: [owner.id], task2: [viewer.id] },
      name: 'flow',
      objects,
    }
  }

  /** All tasks, oldest first (E5). */
  async tasks(): Promise<Json[]> {
    const tasks: Json[] = []
    for (let page = 1, totalPage = 1; page <= totalPage; page += 1) {
      const found = await this.result<{ totalPage: number; records: Json[] }>('viewer', 'E5', {
        createTimeForm: 1,
        page,
      })
      totalPage = found.totalPage
      tasks.push(...found.records)
    }
    return tasks
  }

  /** The details of assets as a user sees them (E4). */
  async details(as: User, assetIdList: readonly number[]): Promise<Json[]> {
    return (await this.result<{ detail: Json[] }>(as, 'E4', { assetIdList })).detail
  }

  /** The assets of ingested atoms, which E21 answers again. */
  async assetsOf(atoms: readonly number[]): Promise<number[]> {
    const ingested = await this.result<{ successMaterialIdList: number[] }>('editor', 'E21', {
      assetIdList: atoms,
    })
    expect(ingested).toMatchObject({ successList: atoms, failedList: [] })
    return ingested.successMaterialIdList
  }

  #kept(reply: Reply): Reply {
    this.replies.push(`${reply.status} ${reply.text}`)
    return reply
  }
}

const resultOf = <T>({ status, body, text }: Reply): T => {
  expect(status, text).toBe(200)
  expect(body, text).toMatchObject({ code: '0', message: 'success' })
  return (body as { result: T }).result
}

interface Group {
  groupId: number
  name: string
  path: string
  rootId: number
}

interface Collections {
  list: { id: number; groupName: string; itemCount: number; updateTime: number }[]
}

interface Contents {
  totalCount: number
  records: { id: number; metadataInfo: Record<string, unknown> }[]
}

export interface FlowOutcome {
  approvalId: number
  assetIds: number[]
  group: Group
  /** The new name of the first metadata value. */
  name: string
}

/**
 * A file from its upload to a shared archive group, and a content that shows a renamed value: upload, E13, E16, E9,
 * decisions, E4, E17, E22, the viewer's E1 and E4, E20, E6, E11.
 */
export const runFlow = async (flow: Flow): Promise<FlowOutcome> => {
  const atoms = await flow.makeAtoms()
  expect(await flow.ingestedOf(atoms)).toEqual([])
  const approvalId = await flow.result<number>('editor', 'E9', flow.approvalOf(atoms))
  const first = await flow.decide(approvalId, 'task1', 'approve')
  expect(first).toMatchObject({ status: 'IN_PROGRESS' })
  expect(await flow.decide(approvalId, 'task2', 'approve')).toMatchObject({ status: 'APPROVED' })
  const assetIds = await flow.assetsOf(atoms)
  const details = await flow.details('editor', assetIds)
  expect(details).toMatchObject(
    atoms.map((id) => ({ approvalStatus: 2, collectionInfo: [], subResList: [{ id }] })),
  )
  expect(await flow.details('viewer', assetIds)).toEqual([])
  const group = await shareInArchive(flow, assetIds)
  const name = await renameValue(flow)
  return { approvalId, assetIds, group, name }
}

/** The archive group of the fixtures, as the viewer finds it. */
export const findGroup = async (flow: Flow): Promise<Group> => {
  const groupPath = flow.ids.archive.groupPaths.slice(0, 1)
  const groups = await flow.result<Group[]>('viewer', 'E17', { groupPath })
  expect(groups).toMatchObject(groupPath.map((path) => ({ path, name: path.split('/').at(-1) })))
  const [group] = groups
  if (!group) throw new Error(`no archive group ${groupPath}`)
  return group
}

/** The number of assets in an archive group, as the viewer's E1 counts them. */
export const countItems = async (flow: Flow, { groupId, rootId, name }: Group): Promise<number> => {
  const { list } = await flow.result<Collections>('viewer', 'E1', { parentGroupId: rootId })
  const found = list.find(({ id }) => id === groupId)
  expect(found).toMatchObject({ groupName: name })
  return found?.itemCount ?? 0
}

const shareInArchive = async (flow: Flow, assetIds: readonly number[]): Promise<Group> => {
  const group = await findGroup(flow)
  const before = await countItems(flow, group)
  const added = { collectionId: group.groupId, assetIds }
  expect(await flow.result('editor', 'E22', added)).toBe(true)
  expect(await flow.result('editor', 'E22', added)).toBe(true)
  expect(await countItems(flow, group)).toBe(before + assetIds.length)
  const shown = await flow.details('viewer', assetIds)
  expect(shown).toMatchObject(
    assetIds.map((id) => ({
      materialOrigin: { id },
      collectionInfo: [{ id: group.groupId, groupName: group.name }],
      subResList: [{ downloadUrl: null }],
    })),
  )
  return group
}

/** Renames the first value of the metadata field, which E6 and E11 show from then on. */
const renameValue = async (flow: Flow): Promise<string> => {
  const { portal, metadata } = flow.ids
  const [value] = metadata.values
  if (!value) throw new Error('the fixtures have no metadata value')
  const { attrValueCode, attrValueName } = value
  const name = `${attrValueName} II`
  const before = await filteredContents(flow)
  const all = await flow.portal<Contents>('search', { blockId: portal.blockId, pageSize: 100 })
  expect(before.records.length).toBeGreaterThan(0)
  expect(before.totalCount).toBeLessThan(all.totalCount)
  for (const { metadataInfo } of before.records)
    expect(metadataInfo[metadata.attrCode]).toContain(attrValueName)
  await renamed(flow, { attrValueCode, attrValueName: name })
  const after = await filteredContents(flow)
  expect(after.records.map(({ id }) => id)).toEqual(before.records.map(({ id }) => id))
  for (const { id, metadataInfo } of after.records) {
    expect(metadataInfo[metadata.attrCode]).toContain(name)
    const content = await flow.portal<Contents['records'][number]>('getContent', { id })
    expect(content.metadataInfo).toEqual(metadataInfo)
  }
  return name
}

/** The contents that carry the first metadata value (E6). */
export const filteredContents = (flow: Flow): Promise<Contents> => {
  const { portal, metadata } = flow.ids
  const value = metadata.values.slice(0, 1).map(({ attrValueCode }) => attrValueCode)
  return flow.portal<Contents>('search', {
    blockId: portal.blockId,
    pageNum: 1,
    pageSize: 100,
    filterConditionList: [{ type: 1, code: metadata.attrCode, value }],
  })
}

/** E20 answers an empty object, without an envelope. */
const renamed = async (
  flow: Flow,
  value: { attrValueCode: string; attrValueName: string },
): Promise<void> => {
  const { attrCode } = flow.ids.metadata
  const reply = await flow.call('editor', 'E20', { attrCode, attrValueList: [value] })
  expect(reply.text).toBe('{}')
}

/** All that the flow has left behind, as the viewer sees it, without what changes from call to call. */
export const seenOf = async (flow: Flow, { approvalId, assetIds, group }: FlowOutcome) => ({
  details: (await flow.details('viewer', assetIds)).map(
    ({ approvalStatus, collectionInfo, updateTime, updateUser, subResList }) => ({
      approvalStatus,
      collectionInfo,
      updateTime,
      updateUser,
      parts: (subResList as Json[]).map(({ id, name, size, uniMd5 }) => ({
        id,
        name,
        size,
        uniMd5,
      })),
    }),
  ),
  items: await countItems(flow, group),
  contents: (await filteredContents(flow)).records.map(({ metadataInfo }) => metadataInfo),
  tasks: (await flow.tasks()).filter((task) => task.approvalId === String(approvalId)),
})
