import type { Page } from 'playwright-core'

/** Notes the intervals between frames until it is told to stop. */
const MEASURE = `
  globalThis.frames = []
  globalThis.isMeasuring = true
  let last = performance.now()
  const note = (now) => {
    globalThis.frames.push(now - last)
    last = now
    if (globalThis.isMeasuring) requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
  0`

/** The longest interval between two frames while the wheel turns over what the mouse points to, ms. */
export const longestFrame = async (
  page: Page,
  { turns, pixels }: { readonly turns: number; readonly pixels: number },
): Promise<number> => {
  await page.evaluate(MEASURE)
  for (let turn = 0; turn < turns; turn += 1) await page.mouse.wheel(0, pixels)
  return page.evaluate<number>('globalThis.isMeasuring = false; Math.max(...globalThis.frames)')
}
