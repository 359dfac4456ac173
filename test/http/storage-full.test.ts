import { describe, expect, test } from 'vitest'
import type { RoomRefusal } from '#src/workspaces/tally.ts'
import { send } from '#test/kit/http.ts'
import { freshFolder } from '#test/kit/process.ts'
import { recordsOf } from '#test/kit/records.ts'
import { expectRefusal } from '#test/kit/replies.ts'
import { samplesOf, trackingRecord } from '#test/kit/samples.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const pragma = (server: TestServer, text: string): number =>
  Number(server.workspace.store.sqlite.pragma(text, { simple: true }))

const fill = (server: TestServer): void => {
  const pages = pragma(server, 'page_count')
  expect(pragma(server, `max_page_count = ${pages}`)).toBe(pages)
}

const makeRoom = (server: TestServer): void => {
  pragma(server, 'max_page_count = 1000000')
}

const largeRecord = (server: TestServer) => ({
  ...trackingRecord(server.fixtures),
  event_properties: { text: 'x'.repeat(1_000_000) },
})

describe('a full database', () => {
  const message = 'is full; the call stored nothing'

  test('refuses an E3 call as a whole, and stores it when there is room again', async () => {
    const server = await injectServer({ env: { SANDBOX_DATA: freshFolder() } })
    const large = largeRecord(server)
    const param = { trackList: [trackingRecord(server.fixtures), large] }
    fill(server)
    expectRefusal(await server.call('E3', param), '90000011', message)
    expect(await recordsOf(server, 'tracking')).toEqual([])
    makeRoom(server)
    expect(await server.result('E3', param)).toBe(true)
    const kept = await recordsOf(server, 'tracking')
    expect(kept.map(({ id }) => id)).toEqual([2, 1])
    expect(kept[0]?.record).toEqual(large)
  })

  test('says which quota is used up, and how much of it', async () => {
    const log: string[] = []
    const server = await injectServer({ env: { SANDBOX_DATA: freshFolder() }, log })
    const reported: RoomRefusal[] = []
    server.sandbox.tally.onRoomRefusal = (refusal) => reported.push(refusal)
    const bytes = server.workspace.store.sizeBytes + 500_000
    const quota = { databaseBytes: bytes }
    const { accessToken, id } = (await send(`${server.url}/_sandbox/workspaces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ quota }),
    }).then(({ body }) => body)) as { accessToken: string; id: string }
    const param = { trackList: [largeRecord(server)] }
    const reply = await server.call('E3', param, { token: accessToken })
    expectRefusal(reply, '90000011', 'The database quota of the workspace (')
    expectRefusal(reply, '90000011', message)
    // The owner learns whose quota is full, and nothing of a full disk.
    await server.call('E3', param, { token: accessToken })
    const sentence = expect.stringContaining('The database quota of the workspace (')
    expect(reported).toMatchObject([{ cause: 'quota', sentence, workspace: { id } }])
    expect(log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)).toEqual([])
  })

  test('answers calls that only read', async () => {
    const server = await injectServer({ env: { SANDBOX_DATA: freshFolder() } })
    const { E1, E3, E4, E8 } = samplesOf(server.fixtures)
    fill(server)
    const large = largeRecord(server)
    expectRefusal(await server.call('E3', { ...E3, trackList: [large] }), '90000011')
    for (const [id, param] of Object.entries({ E1, E4, E8 })) await server.result(id, param)
  })
})
