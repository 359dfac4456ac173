import { describe, expect, test } from 'vitest'
import { keepText } from '#src/instruments/journal/kept-bytes.ts'
import { useConsole } from '#test/kit/console.ts'
import { factsWith } from '#test/kit/facts.ts'
import { startServer } from '#test/kit/server.ts'

const { open } = useConsole()

describe('a list of 10,000 calls', () => {
  test('is scrolled to the oldest one, and has few rows at a time', async () => {
    const server = await startServer({ env: { SANDBOX_JOURNAL_BYTES: '67108864' } })
    for (let index = 0; index < 10_000; index += 1)
      server.workspace.journal.add(factsWith({ atMs: index, requestBody: keepText('{}') }))
    expect(server.workspace.journal.dropped).toBe(0)
    const { page } = await open(server)
    await page.locator('a.calls-row').first().waitFor()
    await page.locator('.virtual').hover()
    const scrolled = async (): Promise<number> => {
      await page.mouse.wheel(0, 50_000)
      expect(await page.locator('.virtual li').count()).toBeLessThan(100)
      return page.locator('a.calls-row[data-seq="1"]').count()
    }
    await expect.poll(scrolled, { timeout: 30_000 }).toBe(1)
  })
})
