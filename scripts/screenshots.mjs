// Takes the pictures of the console that README and documents show: node scripts/screenshots.mjs
// Needs a built server and Debian's chromium. Chinese names need a font that has them, such as fonts-noto-cjk.
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { startSandbox } from '../dist/index.mjs'

const FOLDER = join(import.meta.dirname, '../docs/images')

/** The pictures: a view, what is done in it before, and how it looks. */
const PICTURES = [
  { name: 'console-overview', view: 'overview' },
  { name: 'console-calls', view: 'calls' },
  { name: 'console-call', view: 'calls/3' },
  { name: 'console-library', view: 'library' },
  { name: 'console-approvals', view: 'approvals' },
  { name: 'console-notifications', view: 'notifications/1' },
  { name: 'console-clock', view: 'clock', theme: 'dark' },
  { name: 'console-faults', view: 'faults' },
  { name: 'console-assumptions', view: 'assumptions', theme: 'dark' },
  { name: 'console-coverage', view: 'coverage' },
  {
    name: 'console-try',
    view: 'try/E4',
    act: async (page) => {
      await page.getByRole('button', { name: 'Send' }).click()
      await page.locator('.try-answer .badge').first().waitFor()
    },
  },
]

/** Calls as a client makes them: good ones, refused ones, odd ones, and one that a fault breaks. */
const callAround = async (workspace) => {
  await workspace.call('E1', { parentGroupId: 0 })
  await workspace.call('E22', { collectionId: 3001, assetIds: [100001], colour: 'red' })
  await workspace.call('E22', { collectionId: 3001, assetIds: [5] }).catch(() => undefined)
  await workspace.call('E8', { userIds: [1001, 1002] }, { as: 'viewer@example.com' })
  await workspace.faults.add({ match: { operation: 'E17' }, effect: { code: '10134011' } })
  await workspace.call('E17', { groupPath: ['PRODUCT/TEA'] }).catch(() => undefined)
  await workspace.call('E17', { groupPath: ['PRODUCT/TEA'] })
  const content = { htmlContent: '<h2>Spring range</h2><p>Pictures were shared with you.</p>' }
  const sent = { users: ['viewer@example.com'], templateCode: 'MATERIAL_SHARED_WITH_YOU', content }
  await workspace.call('E12', sent)
  await workspace.clock.advance(3_600_000)
  await workspace.call('E4', { assetIdList: [100001, 100002] }, { as: 'viewer@example.com' })
  await workspace.call('E20', {}).catch(() => undefined)
}

const take = async (browser, url, { name, view, theme = 'light', act }) => {
  const viewport = { width: 1440, height: 900 }
  const page = await browser.newPage({ viewport, locale: 'en-GB', timezoneId: 'UTC' })
  await page.addInitScript(`localStorage.setItem('dam-sandbox-theme', '${theme}')`)
  await page.goto(`${url}/console/#/00000000/${view}`)
  await page.locator('#view-title').waitFor()
  await act?.(page)
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined)
  const picture = sharp(await page.screenshot()).png({ palette: true, effort: 10 })
  await page.close()
  await picture.toFile(join(FOLDER, `${name}.png`))
}

const sandbox = await startSandbox()
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync'],
})
try {
  await callAround(sandbox.default)
  for (const picture of PICTURES) await take(browser, sandbox.url, picture)
} finally {
  await browser.close()
  await sandbox.close()
}
