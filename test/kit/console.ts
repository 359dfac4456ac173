import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { useBrowser, type Watched, watchPage } from './browser.ts'
import type { TestServer } from './server.ts'

export interface ConsolePlace {
  /** The view and what follows it in the URL, such as `calls` or `calls/12`. */
  readonly view?: string
  /** Id of the workspace; the default one without it. */
  readonly workspace?: string
  readonly language?: 'en' | 'zh'
  readonly theme?: 'light' | 'dark'
  readonly size?: typeof DESK
}

export const DESK = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

export const useConsole = () => {
  const browser = useBrowser()
  return {
    page: browser.page,
    /** Opens a view in a page of its own, and waits until its heading is there. */
    open: async (
      { url }: Pick<TestServer, 'url'>,
      {
        view = 'calls',
        workspace = '00000000',
        language = 'en',
        theme = 'light',
        size,
      }: ConsolePlace = {},
    ): Promise<Watched> => {
      const watched = watchPage(await browser.page(), new URL(url).origin)
      const { page } = watched
      if (size) await page.setViewportSize(size)
      await page.addInitScript(
        // Frames of a page have no storage of their own.
        `if (self === top) {
           localStorage.setItem('dam-sandbox-language', '${language}')
           localStorage.setItem('dam-sandbox-theme', '${theme}')
         }`,
      )
      await page.goto(`${url}/console/#/${workspace}/${view}`)
      await page.locator('#view-title').waitFor()
      return watched
    },
  }
}

/** Expects that a page asked no other host and that the browser complained of nothing. */
export const expectClean = ({ foreign, complaints }: Watched): void =>
  expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] })

/** Presses a button that asks first, and confirms in the dialog of the page. */
export const confirmed = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** What axe checks in each theme: themes differ in colours only, so the second look is at the rules of colours. */
const CHECKS = [
  ['light', {}],
  ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }],
] as const

/** Expects that axe finds no violation in what a page shows now, light and dark. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // `evaluate` does not count as a script of the page, which its policy would refuse.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axeSource)
  for (const [theme, options] of CHECKS) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    const { violations } = await page.evaluate(
      (given) => (globalThis as unknown as Axe).axe.run(given),
      { ...options, resultTypes: ['violations'] },
    )
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${theme} ${id}: ${html} ${failureSummary}`),
    )
    expect(found).toEqual([])
  }
}

const fitSource = readFileSync(join(import.meta.dirname, 'page-fit.js'), 'utf8')

/** Expects that no text of a page is cut, and that no two texts or controls lie on each other. */
export const expectFits = async (page: Page): Promise<void> =>
  expect(await page.evaluate<string[]>(fitSource)).toEqual([])

interface Axe {
  axe: { run(options: object): Promise<AxeResults> }
}

/** Names and HTML that would run, were they not shown as text. Each sets `window.broken`. */
export const HOSTILE =
  '<img src=x onerror="window.broken=1"><script>window.broken=1</script>"\'><svg onload=window.broken=1>'

/** Expects that nothing of `HOSTILE` has run in a page or its frames. */
export const expectUnbroken = async (page: Page): Promise<void> => {
  for (const frame of page.frames())
    expect(await frame.evaluate(() => (globalThis as { broken?: number }).broken)).toBeUndefined()
}
