import { describe, expect, test } from 'vitest'
import { injectServer } from '#test/kit/server.ts'

const UNKNOWN_ID = 424_242

describe('variants for missing records', () => {
  test('let E4, E8 and E17 omit the record or refuse the call', async () => {
    const lenient = await injectServer()
    const strict = await injectServer({
      variants: { 'A-4-1': 'refused', 'A-8-1': 'refused', 'A-17-1': 'refused' },
    })
    const requests = [
      ['E4', { assetIdList: [UNKNOWN_ID] }, { detail: [] }, '90030002'],
      ['E8', { userIds: [UNKNOWN_ID] }, [], '90030001'],
      ['E17', { groupPath: ['NO/WHERE'] }, [], '90030023'],
    ] as const
    for (const [id, param, empty, code] of requests) {
      expect(await lenient.result(id, param)).toEqual(empty)
      expect((await strict.call(id, param)).body).toMatchObject({ code, result: null })
    }
  })

  test('let E12, E20 and E22 refuse as a whole or do what is possible, with a finding', async () => {
    const strict = await injectServer()
    const lenient = await injectServer({
      variants: { 'A-12-1': 'known-only', 'A-20-2': 'known-only', 'A-22-2': 'known-only' },
    })
    const { users, metadata, collections, assets } = strict.fixtures
    const [value] = metadata.values
    const requests = [
      [
        'E12',
        {
          users: ['nobody@example.com', users.editor.email],
          templateCode: 'T',
          content: { htmlContent: 'kept' },
        },
      ],
      [
        'E20',
        {
          attrCode: metadata.attrCode,
          attrValueList: [
            { attrValueCode: '0', attrValueName: 'none' },
            { attrValueCode: value?.attrValueCode, attrValueName: 'kept' },
          ],
        },
      ],
      ['E22', { collectionId: collections.editable.id, assetIds: [UNKNOWN_ID, assets.ids[0]] }],
    ] as const
    for (const [id, param] of requests) {
      expect((await strict.call(id, param)).body).toMatchObject({ result: null })
      const reply = await lenient.call(id, param)
      expect(reply.text).toMatch(/^(\{\}|\{"code":"0")/)
      expect(reply.headers.get('x-sandbox-findings')).toContain('unknown-passed-over')
    }
    const notified = { records: [{ user: users.editor.email, content: { htmlContent: 'kept' } }] }
    expect(await lenient.control('/records/notifications')).toMatchObject(notified)
    expect(await strict.control('/records/notifications')).toMatchObject({ records: [] })
    expect(JSON.stringify(await lenient.control('/records/metadata'))).toContain('"kept"')
    const { detail } = await lenient.result<{ detail: { collectionInfo: { id: number }[] }[] }>(
      'E4',
      { assetIdList: assets.ids.slice(0, 1) },
    )
    expect(detail[0]?.collectionInfo.map(({ id }) => id)).toContain(collections.editable.id)
  })

  test('let E22 answer null (A-22-1)', async () => {
    const server = await injectServer({ variants: { 'A-22-1': 'null' } })
    const reply = await server.call('E22', {
      collectionId: server.fixtures.collections.editable.id,
      assetIds: [],
    })
    expect(reply.text).toBe('{"code":"0","message":"success","result":null}')
    expect(reply.headers.get('x-sandbox-assumptions')).toBe('A-17-2, A-22-1, A-22-4')
  })

  test('let E5 without finished answer both or only what is in progress', async () => {
    const both = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    const open = await injectServer({
      env: { SANDBOX_SEED: 'demo' },
      variants: { 'A-5-1': 'unfinished' },
    })
    expect(await both.result('E5', { createTimeForm: 0 })).toMatchObject({ totalCount: 80 })
    expect(await open.result('E5', { createTimeForm: 0 })).toMatchObject({ totalCount: 50 })
  })
})
