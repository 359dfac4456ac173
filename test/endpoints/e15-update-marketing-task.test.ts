import { describe, expect, test } from 'vitest'
import { freezeAt, recordsOf } from '#test/kit/records.ts'
import { assumptionsOf, expectRefusal } from '#test/kit/replies.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const NOW_MS = 1_800_000_000_000

const ids = { creativeId: 5501, planId: 3301 }

/** The task of the seed, which releases at 1793188800000. */
const SEEDED = {
  ...ids,
  contentType: 'GROUP_MESSAGE',
  releaseTime: '2026-10-28 20:00:00',
  remark: '预售首波，避开晚高峰，群主先置顶公告',
  contentGroupId: 4401,
  updateTime: 1_791_516_000_000,
}

const taskOf = async (server: TestServer, creativeId = ids.creativeId) =>
  (await recordsOf(server, 'marketing-tasks')).find((task) => task.creativeId === creativeId)

describe('E15 update a private-domain marketing task', () => {
  test('remembers every field', async () => {
    const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    freezeAt(server, NOW_MS)
    const update = {
      ...ids,
      contentType: 'MOMENTS',
      releaseTime: '2028-02-29 23:59:59',
      remark: 'leap day',
      contentGroupId: 4403,
    }
    await server.result('E15', update)
    expect(await taskOf(server)).toEqual({ ...update, updateTime: NOW_MS })
  })

  test.each([
    { contentType: 'MOMENTS' },
    { releaseTime: '2026-12-24 18:00:00' },
    { releaseTime: '0001-01-01 00:00:00' },
    { releaseTime: '9999-12-31 23:59:59' },
    { remark: '' },
    { contentGroupId: 4402 },
    {},
  ])('remembers the rest of the task when only %j is given', async (change) => {
    const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    freezeAt(server, NOW_MS)
    expect(await taskOf(server)).toEqual(SEEDED)
    await server.result('E15', { ...ids, ...change })
    expect(await taskOf(server)).toEqual({ ...SEEDED, ...change, updateTime: NOW_MS })
  })

  test('remembers times at UTC+8, or at UTC in the variant utc of A-time-1', async () => {
    const china = await injectServer()
    const database = await injectServer({ variants: { 'A-time-1': 'utc' } })
    expect((await taskOf(china))?.releaseTime).toBe('2026-10-28 20:00:00')
    expect((await taskOf(database))?.releaseTime).toBe('2026-10-28 12:00:00')
    for (const server of [china, database]) {
      const reply = await server.call('E15', { ...ids, releaseTime: '2099-01-01 00:30:00' })
      expect(assumptionsOf(reply)).toEqual(['A-time-1'])
      expect((await taskOf(server))?.releaseTime).toBe('2099-01-01 00:30:00')
    }
  })

  test.each([
    ['another form', '24.12.2026 18:00'],
    ['a date alone', '2026-12-24'],
    ['an ISO form', '2026-12-24T18:00:00'],
    ['a zone', '2026-12-24 18:00:00+08:00'],
    ['milliseconds, which the field does not have', '2026-12-24 18:00:00.000'],
    ['a day that is none', '2027-02-29 18:00:00'],
    ['an hour that is none', '2026-12-24 24:00:00'],
    ['an empty text', ''],
    ['epoch milliseconds as text', '1793188800000'],
  ])('refuses a releaseTime with %s', async (_name, releaseTime) => {
    const server = await injectServer()
    const reply = await server.call('E15', { ...ids, remark: 'changed', releaseTime })
    expectRefusal(reply, '90020006', 'param.releaseTime', 'YYYY-MM-DD HH:mm:ss', releaseTime)
    expect(await taskOf(server)).toEqual(SEEDED)
  })

  test.each([
    ['planId', 3399, '90030012', 'param.planId: marketing plan 3399 does not exist'],
    ['planId', 3302, '90030011', 'param.creativeId: marketing task 5501 does not exist'],
    ['creativeId', 5599, '90030011', 'param.creativeId: marketing task 5599 does not exist'],
    ['contentGroupId', 4499, '90030013', 'param.contentGroupId: content group 4499 does not exist'],
  ])('refuses %s %j, names it and changes nothing', async (field, value, code, words) => {
    const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    const reply = await server.call('E15', { ...ids, contentType: 'X', [field]: value })
    expectRefusal(reply, code, words)
    expect(await taskOf(server)).toEqual(SEEDED)
  })
})
