import { describe, expect, test } from 'vitest'
import { done } from '#test/kit/acts.ts'
import { expectClean, useConsole } from '#test/kit/console.ts'
import { NOW } from '#test/kit/databases.ts'
import { longestFrame } from '#test/kit/frame-times.ts'
import { startServer } from '#test/kit/server.ts'

const { open } = useConsole()

const NUMBER = 5_000
const MAX_FRAME_MS = 100
const RUNS = 5

const notesFrom = (start: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: 900_000 + start + index,
    name: `Asset ${start + index}`,
    extension: 'content_text',
    createUser: 1001,
    createdAtMs: NOW,
    rights: [],
    subResources: [
      {
        id: 950_000 + start + index,
        name: `Part ${start + index}`,
        extension: 'content_text',
        mediaType: 'content_text',
        sizeBytes: 1,
        baseText: 'x',
      },
    ],
  }))

describe('the speed of the library', () => {
  test('scrolls through 5,000 assets without a frame over 100 ms, down to the last one', async () => {
    const server = await startServer()
    // A fragment has at most 5,000 elements, and an asset with its part is two.
    for (const start of [0, NUMBER / 2])
      await done(server, '/seed', { assets: notesFrom(start, NUMBER / 2) })
    const watched = await open(server, { view: 'library' })
    const { page } = watched
    await page.locator('.library-asset').first().waitFor()
    const list = page.locator('.virtual')
    const scrollTo = (place: string) => list.evaluate(`(frame) => frame.scrollTo(0, ${place})`)
    const longest: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      await scrollTo('0')
      await list.hover()
      longest.push(await longestFrame(page, { turns: 60, pixels: 4_000 }))
    }
    expect(Math.min(...longest), `longest frames ${longest} ms`).toBeLessThanOrEqual(MAX_FRAME_MS)
    await expect
      .poll(async () => {
        await scrollTo('frame.scrollHeight')
        return page.locator('.library-asset').last().innerText()
      })
      .toContain(String(server.fixtures.assets.ids.toSorted((a, b) => a - b)[0]))
    expect(await page.locator('.library-asset').count()).toBeLessThan(100)
    expectClean(watched)
  })
})
