import { describe, expect, test } from 'vitest'
import type { SocialMediaStats } from '#src/contract/resources/report-shapes.ts'
import { freezeAt } from '#test/kit/records.ts'
import { expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import { injectServer } from '#test/kit/server.ts'

/** 2025-06-10, 00:00 at UTC+8. */
const JUNE_10 = 1_749_484_800_000

describe('E2 social media hot content', () => {
  test('answers the posts of the year per kind of media, most read first, ties as created', async () => {
    const server = await injectServer()
    const reply = await server.call('E2', { createDate: '2025' })
    const post = (title: string, readNum: number, createDate: string, statDate: string) => ({
      title,
      readNum,
      createDate,
      statDate,
    })
    expectSuccess(reply, {
      createDate: '2025',
      data: [
        {
          mediaType: 'note',
          size: 2,
          contentList: [
            post('通勤包里的护手霜｜真实使用一个月', 3870, '2025-11-24', '2025-12-15'),
            post('Shelfie: Bailu Moonlight White edition', 1204, '2025-02-10', '2025-03-03'),
          ],
        },
        {
          mediaType: 'official_account',
          size: 2,
          contentList: [
            post('一罐雾岭乌龙的来处', 18_240, '2025-03-18', '2025-04-02'),
            post('读者来信：加班夜里的那壶红茶', 9312, '2025-08-07', '2025-09-01'),
          ],
        },
        {
          mediaType: 'short_video',
          size: 2,
          contentList: [
            post('15 秒看懂山茶露精华', 46_021, '2025-05-20', '2025-06-10'),
            post('POV: your first Mist Ridge Oolong', 46_021, '2025-09-11', '2025-10-08'),
          ],
        },
      ],
    })
  })

  test.each([
    ['the day before the last figures', JUNE_10 - 1, undefined, 0],
    ['the day of the last figures, at UTC+8', JUNE_10, undefined, 1],
    ['the same instant at UTC', JUNE_10, 'utc', 0],
    ['that day at UTC', JUNE_10 + 8 * 3_600_000, 'utc', 1],
  ])('answers no post whose figures are of a day to come: %s', async (_name, now, zone, count) => {
    const server = await injectServer(zone ? { variants: { 'A-time-1': zone } } : {})
    freezeAt(server, now)
    const { data } = await server.result<SocialMediaStats>('E2', { createDate: '2025' })
    const posts = data.filter(({ mediaType }) => mediaType === 'short_video')
    expect(posts.flatMap(({ contentList }) => contentList)).toHaveLength(count)
    expect(posts.map(({ size }) => size)).toEqual(count === 0 ? [] : [count])
  })

  test.each([
    ['2025', 6],
    ['2025-0', 5],
    ['2025-03', 1],
    ['2025-03-18', 1],
    ['2025-03-19', 0],
    ['2025-03-18 ', 0],
    ['202', 0],
    ['', 0],
    ['year', 0],
  ])('answers %j by variant prefix of A-2-4', async (createDate, count) => {
    const server = await injectServer({ variants: { 'A-2-4': 'prefix' } })
    const found = await server.result<SocialMediaStats>('E2', { createDate })
    expect(found.createDate).toBe(createDate)
    expect(found.data.flatMap(({ contentList }) => contentList)).toHaveLength(count)
  })

  test.each([
    '',
    '25',
    '20255',
    '2025-01',
    ' 2025',
    '2025\n',
    '２０２５',
    '2025\u0000',
    '😀😀😀😀',
    'year',
  ])('refuses %j, which is no four-digit year', async (createDate) => {
    const server = await injectServer()
    const reply = await server.call('E2', { createDate })
    expectRefusal(reply, '90020006', 'param.createDate must be')
  })
})
