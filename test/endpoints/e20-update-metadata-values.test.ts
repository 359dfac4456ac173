import { describe, expect, test } from 'vitest'
import type { PortalContent } from '#src/contract/resources/portal-shapes.ts'
import { callPortal } from '#test/kit/portal.ts'
import { freezeAt, recordsOf } from '#test/kit/records.ts'
import { assumptionsOf, expectRefusal, findingsOf } from '#test/kit/replies.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const CHANNEL = '19d7ab01a804f3ee9325bd3be0e4f14f'
const NOW_MS = 1_800_000_000_000

const SEEDED = {
  '101': '官方商城 Own Shop',
  '102': '线下门店 Tea Rooms',
  '103': '社交媒体 Social',
}

const namesOf = async (server: TestServer, attrCode = CHANNEL): Promise<Record<string, string>> => {
  const rows = await recordsOf(server, 'metadata')
  return Object.fromEntries(
    rows
      .filter((row) => row.attrCode === attrCode)
      .map(({ attrValueCode, attrValueName }) => [attrValueCode, attrValueName]),
  )
}

const value = (attrValueCode: string, attrValueName: string) => ({ attrValueName, attrValueCode })

describe('E20 update metadata field values', () => {
  test('answers exactly {} as the whole body', async () => {
    const server = await injectServer()
    const reply = await server.call('E20', samplesOf(server.fixtures).E20)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.text).toBe('{}')
    expect(findingsOf(reply)).toEqual([])
    expect(assumptionsOf(reply)).toEqual(['A-20-1'])
  })

  test('remembers the new names and leaves the other values alone', async () => {
    const server = await injectServer()
    freezeAt(server, NOW_MS)
    const before = await recordsOf(server, 'metadata')
    await server.result('E20', {
      attrCode: CHANNEL,
      attrValueList: [value('103', 'Social'), value('101', 'Shop')],
    })
    const seeded = (code: string) => before.find(({ attrValueCode }) => attrValueCode === code)
    expect(await recordsOf(server, 'metadata')).toEqual([
      { ...seeded('101'), updateTime: NOW_MS, attrValueName: 'Shop' },
      { ...seeded('103'), updateTime: NOW_MS, attrValueName: 'Social' },
      seeded('102'),
    ])
    expect(seeded('103')).toEqual({
      attrCode: CHANNEL,
      parentCode: null,
      updateTime: 1_762_309_200_000,
      attrValueCode: '103',
      attrValueName: SEEDED['103'],
      sort: 3,
      assetCount: 2,
      assetIds: [100_001, 100_009],
      contentCount: 1,
      contentIds: [80_003],
    })
  })

  test('remembers names for E6 and E11, which show them at once and filter by codes as before', async () => {
    const server = await injectServer()
    freezeAt(server, NOW_MS)
    const filterConditionList = [{ type: 1, code: CHANNEL, value: ['102'] }]
    const shown = async () => {
      const listed = await callPortal(server, 'E6', { blockId: 601, filterConditionList })
      const detail = await callPortal(server, 'E11', { id: 80_002 })
      const { records } = (listed.body as { result: { records: PortalContent[] } }).result
      const { metadataInfo } = (detail.body as { result: PortalContent }).result
      return [...records.map((record) => record.metadataInfo), metadataInfo].map(
        (info) => info[CHANNEL],
      )
    }
    expect(await shown()).toEqual([[SEEDED['102']], [SEEDED['102']]])
    await server.result('E20', { attrCode: CHANNEL, attrValueList: [value('102', '茶室')] })
    expect(await shown()).toEqual([['茶室'], ['茶室']])
  })

  test('remembers the last name of a code that is named twice', async () => {
    const server = await injectServer()
    const attrValueList = [value('101', 'first'), value('102', 'other'), value('101', 'last')]
    await server.result('E20', { attrCode: CHANNEL, attrValueList })
    expect(await namesOf(server)).toEqual({ ...SEEDED, '101': 'last', '102': 'other' })
  })

  test('isolates other fields: a value code belongs to its field', async () => {
    const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    const BRAND = '0a18976c54edfee978a8066240f357f1'
    const before = await namesOf(server, BRAND)
    const attrValueList = [value('101', 'changed'), value('201', 'stolen')]
    const reply = await server.call('E20', { attrCode: CHANNEL, attrValueList })
    expectRefusal(reply, '90030015', 'param.attrValueList[1].attrValueCode', '"201"')
    expect(await namesOf(server, BRAND)).toEqual(before)
    expect((await namesOf(server))['101']).toBe(SEEDED['101'])
  })

  test.each([
    ['attrCode', 'nothing', '90030014', 'param.attrCode: metadata field "nothing" does not exist'],
    ['attrCode', CHANNEL.toUpperCase(), '90030014', 'param.attrCode'],
    ['attrCode', `${CHANNEL}\u0000`, '90030014', 'param.attrCode'],
    ['attrCode', '', '90020003', 'param.attrCode must not be empty'],
    [
      'attrValueList',
      [value('101', 'x'), value('999', 'y')],
      '90030015',
      'param.attrValueList[1].attrValueCode: metadata value "999" does not exist',
    ],
    [
      'attrValueList',
      [value('101', 'x'), value('102', '')],
      '90020003',
      'param.attrValueList[1].attrValueName must not be empty',
    ],
  ])('refuses %s %j in the envelope and renames nothing', async (field, given, code, words) => {
    const server = await injectServer()
    const param = { attrCode: CHANNEL, attrValueList: [value('101', 'x')], [field]: given }
    expectRefusal(await server.call('E20', param), code, words)
    expect(await namesOf(server)).toEqual(SEEDED)
  })
})
