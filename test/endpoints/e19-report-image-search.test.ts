import { describe, expect, test } from 'vitest'
import { freezeAt, LONG_TEXTS, recordsOf } from '#test/kit/records.ts'
import { expectRefusal, findingsOf } from '#test/kit/replies.ts'
import { injectServer } from '#test/kit/server.ts'

const NOW_MS = 1_800_000_000_000

const required = {
  libraryType: 'product_library',
  clientId: 'client',
  uuid: 'b9e7c1a2',
  operateType: 'all',
}
const report = { ...required, contentId: 100_002, likeType: 1 }

describe('E19 report image-search effect', () => {
  test('answers the bare boolean true', async () => {
    const server = await injectServer()
    const reply = await server.call('E19', report)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.text).toBe('true')
    expect(findingsOf(reply)).toEqual([])
  })

  test("answers true without token in the body, as in the document's sample", async () => {
    const server = await injectServer()
    const reply = await server.call('E19', null, { body: { param: report } })
    expect(reply.text).toBe('true')
  })

  test('remembers every report with all its fields, newest first', async () => {
    const server = await injectServer()
    freezeAt(server, NOW_MS)
    await server.result('E19', report)
    freezeAt(server, NOW_MS + 1)
    await server.result('E19', { ...report, operateType: 'one', contentId: -4, likeType: 2 })
    expect(await recordsOf(server, 'image-search')).toEqual([
      {
        id: 2,
        receivedAtMs: NOW_MS + 1,
        ...required,
        operateType: 'one',
        contentId: -4,
        likeType: 2,
      },
      { id: 1, receivedAtMs: NOW_MS, ...report },
    ])
  })

  test('remembers a contentId of null, which the document shows, without a finding', async () => {
    const server = await injectServer()
    const reply = await server.call('E19', { ...report, contentId: null })
    expect(reply.text).toBe('true')
    expect(findingsOf(reply)).toEqual([])
    expect(await recordsOf(server, 'image-search')).toMatchObject([
      { contentId: null, likeType: 1 },
    ])
  })

  test('remembers absent fields as null', async () => {
    const server = await injectServer()
    expect((await server.call('E19', required)).text).toBe('true')
    expect(await recordsOf(server, 'image-search')).toMatchObject([
      { ...required, contentId: null, likeType: null },
    ])
  })

  test('answers a null likeType like its absence, with a finding', async () => {
    const server = await injectServer()
    const reply = await server.call('E19', { ...report, likeType: null })
    expect(reply.text).toBe('true')
    expect(findingsOf(reply)).toEqual(['null-as-absent param.likeType'])
    expect(await recordsOf(server, 'image-search')).toMatchObject([{ likeType: null }])
  })

  test('answers with unknown fields as without, with a finding', async () => {
    const server = await injectServer()
    const reply = await server.call('E19', { ...report, score: 0.9 })
    expect(reply.text).toBe('true')
    expect(findingsOf(reply)).toEqual(['unknown-field param.score'])
  })

  test.each(Object.entries(LONG_TEXTS))('remembers %s unchanged', async (_name, text) => {
    const server = await injectServer()
    const odd = { libraryType: text, clientId: text, uuid: text, operateType: text }
    await server.result('E19', odd)
    expect(await recordsOf(server, 'image-search')).toMatchObject([odd])
  })

  test.each([
    ['libraryType', undefined, '90020001', 'param.libraryType is missing; expected a string'],
    ['libraryType', '', '90020003', 'param.libraryType must not be empty'],
    ['clientId', null, '90020001', 'param.clientId is missing; expected a string'],
    ['uuid', undefined, '90020001', 'param.uuid is missing; expected a string'],
    ['uuid', 7, '90020002', 'param.uuid must be a string, got a number'],
    ['operateType', undefined, '90020001', 'param.operateType is missing; expected a string'],
    ['operateType', ['all'], '90020002', 'param.operateType must be a string, got an array'],
    ['contentId', '1', '90020002', 'param.contentId must be an integer or null, got a string'],
    ['contentId', 1.5, '90020002', 'param.contentId must be an integer or null, got a fraction'],
    ['likeType', true, '90020002', 'param.likeType must be an integer, got a boolean'],
    ['likeType', 2 ** 53, '90020003', 'param.likeType must be at most 9007199254740991'],
  ])('refuses %s %j in the envelope and stores nothing', async (field, value, code, words) => {
    const server = await injectServer()
    expectRefusal(await server.call('E19', { ...report, [field]: value }), code, words)
    expect(await recordsOf(server, 'image-search')).toEqual([])
  })

  test('refuses a contentId that is no asset by variant assets of A-19-1, and keeps nothing', async () => {
    const server = await injectServer({ variants: { 'A-19-1': 'assets' } })
    for (const contentId of [100_002, null, undefined])
      expect((await server.call('E19', { ...report, contentId })).text).toBe('true')
    const reply = await server.call('E19', { ...report, contentId: 424_242 })
    expectRefusal(reply, '90030002', 'param.contentId', '424242')
    expect(await recordsOf(server, 'image-search')).toHaveLength(3)
  })
})
