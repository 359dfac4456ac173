import { describe, expect, test } from 'vitest'
import { NOW } from '#test/kit/databases.ts'
import { send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { freezeAt, recordsOf } from '#test/kit/records.ts'
import { expectRefusal, findingsOf } from '#test/kit/replies.ts'
import { trackingRecord } from '#test/kit/samples.ts'
import { injectServer, type TestServer, TOKEN } from '#test/kit/server.ts'

const LEAST = {
  tenant_id: '1',
  client_id: 'client',
  event_type_code: 'Portal_Content_Share',
  event_time: '2026-03-04 05:06:07.089',
  event_properties: {},
}

/** The records that are kept, oldest first, as the JSON text that they were sent as. */
const keptIn = async (server: TestServer): Promise<string[]> =>
  (await recordsOf(server, 'tracking')).map(({ record }) => JSON.stringify(record)).reverse()

describe('E3 client tracking report', () => {
  test('remembers every field of the document as sent, with the time of arrival', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    const record = trackingRecord(server.fixtures)
    const reply = await server.call('E3', { trackList: [record] })
    expect(findingsOf(reply)).toEqual([])
    expect(await keptIn(server)).toEqual([JSON.stringify(record)])
    const [kept] = await recordsOf(server, 'tracking')
    expect(kept).toMatchObject({ id: 1, receivedAtMs: NOW })
  })

  test('remembers records in the order of the list and of the calls, including repeated ones', async () => {
    const server = await injectServer()
    const named = (session: string) => ({ ...LEAST, session })
    await server.result('E3', { trackList: [named('b'), named('a'), named('b')] })
    await server.result('E3', { trackList: [named('c')] })
    const kept = await recordsOf(server, 'tracking')
    expect(kept.map(({ id, record }) => [id, record.session])).toEqual([
      [4, 'c'],
      [3, 'b'],
      [2, 'a'],
      [1, 'b'],
    ])
  })

  test.each(['tenant_id', 'client_id', 'event_type_code'])('refuses an empty %s', async (name) => {
    const server = await injectServer()
    const reply = await server.call('E3', { trackList: [{ ...LEAST, [name]: '' }] })
    expectRefusal(reply, '90020003', `param.trackList[0].${name} must not be empty`)
  })

  test.each([
    '',
    '2026-03-04 05:06:07',
    '2026-03-04T05:06:07.089',
    '2026-03-04 05:06:07.089Z',
    '2026-3-4 05:06:07.089',
    '2026-02-29 05:06:07.089',
    '2026-13-01 05:06:07.089',
    '2026-03-04 24:00:00.000',
    '2026-03-04 05:60:07.089',
    '2026-03-04 05:06:07.0891',
    ' 2026-03-04 05:06:07.089',
    '2026-03-04 05:06:07.089\n',
    '1772572767089',
  ])('refuses the event_time %j and every record of the call', async (event_time) => {
    const server = await injectServer()
    const reply = await server.call('E3', { trackList: [LEAST, { ...LEAST, event_time }, LEAST] })
    const message = 'param.trackList[1].event_time must be a time as YYYY-MM-DD HH:mm:ss.SSS'
    expectRefusal(reply, '90020006', message)
    expect(await keptIn(server)).toEqual([])
  })

  test.each(['9007199254740993', '-9007199254740993', '1e400'])(
    'refuses the number %s, which would not read back as it was sent',
    async (number) => {
      const server = await injectServer()
      const record = JSON.stringify({ ...LEAST, event_properties: { asset_id: 0 } })
      const reply = await send(`${server.url}${pathOf('E3')}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'access-token': TOKEN,
          'token-type': 'bearer',
        },
        body: `{"param":{"trackList":[${record.replace('"asset_id":0', `"asset_id":${number}`)}]}}`,
      })
      expect(reply.body).toMatchObject({ code: expect.stringMatching(/^9/), result: null })
      expect(await keptIn(server)).toEqual([])
    },
  )
})
