import { describe, expect, test } from 'vitest'
import { listJournal } from '#test/kit/journal.ts'
import { type CallOptions, injectServer, startServer, type TestServer } from '#test/kit/server.ts'

const EDITOR = { as: 'editor@example.com' }
const VIEWER = { as: 'viewer@example.com' }
const NOWHERE = 999_999_999

/** Takes from everyone but administrators the first asset of the fixtures. */
const hideAsset = ({ workspace: { store }, fixtures }: TestServer): void => {
  const [id = 0] = fixtures.assets.ids
  store.run('DELETE FROM asset_rights WHERE asset_id = ?', id)
  store.run('DELETE FROM collection_items WHERE asset_id = ?', id)
  store.run('UPDATE assets SET create_user = 1001 WHERE id = ?', id)
}

type Answer = { code: string; message: string }

const refusedBy = async (operation: string, param: unknown): Promise<Answer> => {
  const server = await injectServer()
  return (await server.call(operation, param)).body as Answer
}

describe('a refusal whose message does not say why', () => {
  test('is explained by the header of a viewer, and of a user without a right for the collection', async () => {
    const server = await injectServer()
    const { forbidden, editable } = server.fixtures.collections
    const add = async (collectionId: number, options: CallOptions) => {
      const { body, headers } = await server.call('E22', { collectionId, assetIds: [] }, options)
      expect(body).toEqual({
        code: '10134011',
        message: 'User has no operation permission',
        result: null,
      })
      return headers.get('x-sandbox-reason')
    }
    expect(await add(editable.id, VIEWER)).toBe(
      'user 1003 is a viewer, who may not write (A-auth-11); name an editor or an administrator in x-open-api-user',
    )
    expect(await add(forbidden.id, { as: forbidden.user })).toBe(
      `user 1002 (editor) has no right to add to collection ${forbidden.id}; act as an administrator, such as the application's owner, who acts without x-open-api-user`,
    )
    const done = await server.call('E22', { collectionId: editable.id, assetIds: [] }, EDITOR)
    expect(done.headers.get('x-sandbox-reason')).toBeNull()
  })

  test('is explained by journal and log', async () => {
    const log: string[] = []
    const server = await startServer({ log })
    const { forbidden } = server.fixtures.collections
    const addition = { collectionId: forbidden.id, assetIds: [] }
    await server.call('E22', addition, { as: forbidden.user })
    const reason = expect.stringContaining('no right to add to collection')
    await expect
      .poll(() => listJournal(server))
      .toMatchObject({ entries: [{ code: '10134011', reason }] })
    await expect.poll(() => log.join('\n')).toContain('no right to add to collection')
  })

  test('says of something that exists and is hidden that the acting user does not see it', async () => {
    const server = await injectServer()
    const { editable } = server.fixtures.collections
    hideAsset(server)
    const [asset = 0] = server.fixtures.assets.ids
    const { body, headers } = await server.call(
      'E22',
      { collectionId: editable.id, assetIds: [asset] },
      EDITOR,
    )
    expect(body).toMatchObject({
      code: '90030002',
      message: `param.assetIds: asset ${asset} does not exist`,
    })
    expect(headers.get('x-sandbox-reason')).toContain(`asset ${asset} exists, but user 1002`)
  })
})

describe('a refusal of unknown ids', () => {
  test.each([
    ['E22', { collectionId: 3001, assetIds: [100_001, 5, 6, 7] }, 'assetIds: assets 5, 6 and 7 do'],
    ['E12', { users: ['a@b.c', 'd@e.f'] }, 'users: users "a@b.c" and "d@e.f" do'],
    [
      'E14',
      { portalId: 51, authType: 1, userIdList: [5, 1001, 6] },
      'userIdList: users 5 and 6 do',
    ],
    ['E9', { objects: [5, 6] }, 'objects: assets or atoms 5 and 6 do'],
    ['E22', { collectionId: 3001, assetIds: [5, 5] }, 'assetIds: asset 5 does'],
  ])('names all of them, each once: %s', async (operation, param, said) => {
    const server = await injectServer()
    const { approval, notification } = server.fixtures
    const usual = {
      E9: {
        category: 'MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING',
        processDefinitionId: approval.processDefinitionId,
        submitter: 1001,
        assignees: { task1: [1001] },
      },
      E12: { templateCode: notification.templateCode, content: { htmlContent: 'x' } },
    }
    const sent = { ...new Map(Object.entries(usual)).get(operation), ...param }
    const { message } = (await server.call(operation, sent)).body as Answer
    expect(message).toContain(`param.${said}`)
  })

  test('names ten of many, and counts the rest', async () => {
    const assetIds = Array.from({ length: 40 }, (_, index) => index + 1)
    const { message } = await refusedBy('E22', { collectionId: 3001, assetIds })
    expect(message).toBe(
      'param.assetIds: assets 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 30 more do not exist',
    )
  })

  test.each([
    ['E6', (ids: Ids) => ({ blockId: ids.portal.id }), 'is a portal'],
    ['E14', (ids: Ids) => ({ portalId: ids.portal.blockId, authType: 1 }), 'is a block'],
    ['E11', (ids: Ids) => ({ id: ids.portal.blockId }), 'is a block'],
    ['E22', (ids: Ids) => ({ collectionId: ids.assets.ids[0], assetIds: [] }), 'is an asset'],
    ['E22', (ids: Ids) => ({ collectionId: 3001, assetIds: [ids.portal.id] }), 'is a portal'],
    ['E15', (ids: Ids) => ({ ...ids.creative, planId: ids.creative.creativeId }), 'is a marketing'],
  ])('says what the id is the id of: %s', async (operation, make, said) => {
    const server = await injectServer()
    const { body } = await server.call(operation, make(server.fixtures))
    expect((body as Answer).message).toContain(said)
  })

  test('says nothing of an id that has no meaning, or only one that the user does not see', async () => {
    const { message } = await refusedBy('E22', { collectionId: NOWHERE, assetIds: [] })
    expect(message).toBe(`param.collectionId: collection ${NOWHERE} does not exist`)
    const server = await injectServer()
    hideAsset(server)
    const addition = { collectionId: 100_001, assetIds: [] }
    const { body } = await server.call('E22', addition, EDITOR)
    expect((body as Answer).message).toBe('param.collectionId: collection 100001 does not exist')
  })
})

type Ids = Awaited<ReturnType<typeof injectServer>>['fixtures']
