import { describe, expect, test } from 'vitest'
import { LIMITS } from '#src/kernel/limits.ts'
import { listJournal } from '#test/kit/journal.ts'
import { expectRefusal, findingsOf } from '#test/kit/replies.ts'
import { injectServer } from '#test/kit/server.ts'

describe('a finding of a request', () => {
  test('is a warning where the call is refused, and an error where it is answered', async () => {
    const server = await injectServer()
    const refused = await server.call('E5', { createTimeFrom: 1_577_836_800_000 })
    expectRefusal(refused, '90020001', 'param.createTimeForm is missing')
    expect(findingsOf(refused)).toEqual(['corrected-name param.createTimeFrom createTimeForm'])
    const levelsOf = async () => {
      const { entries } = await listJournal(server)
      return entries.map(({ findings }) => findings.map(({ level }) => level))
    }
    expect(await levelsOf()).toEqual([['warning']])
    await server.call('E1', { pageNum: 1 })
    expect(await levelsOf()).toEqual([['warning'], ['error']])
    expect(await server.control('/findings')).toMatchObject({
      totals: { error: 1, warning: 1, note: 0 },
      findings: [
        { code: 'foreign-name', level: 'error', count: 1 },
        { code: 'corrected-name', level: 'warning', count: 1 },
      ],
    })
  })

  test('is one of at most 20', async () => {
    const server = await injectServer()
    const fields = Array.from({ length: 30 }, (_, index) => [`field${index}`, index])
    const reply = await server.call('E8', { ...Object.fromEntries(fields), userIds: [] })
    expect(findingsOf(reply)).toHaveLength(LIMITS.findings.max)
  })

  test('is one finding in the header, also with a comma in the name of its field', async () => {
    const server = await injectServer()
    const reply = await server.call('E8', { userIds: [1001], 'a,stale-timestamp, used-nonce': 1 })
    expect(reply.headers.get('x-sandbox-findings')).toBe(
      'unknown-field param.a%2Cstale-timestamp%2C%20used-nonce',
    )
  })
})
