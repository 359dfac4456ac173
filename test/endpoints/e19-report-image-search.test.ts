import { describe, expect, test } from 'vitest'
import { freezeAt, recordsOf } from '#test/kit/records.ts'
import { findingsOf } from '#test/kit/replies.ts'
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
})
