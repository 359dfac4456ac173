import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { RunningSandbox } from '#src/index.ts'
import { startSite, useBrowser } from '#test/kit/browser.ts'
import { examplesOf } from '#test/kit/example-kinds.ts'
import { runnable } from '#test/kit/example-runs.ts'
import { startLibrary } from '#test/kit/library.ts'
import { type Granted, grantOf } from '#test/kit/storage.ts'
import { bytesFrom, download, MIN_PART_BYTES, makeAsset, sha256Of } from '#test/kit/uploads.ts'

const SDK = 'test/tools/packages/node_modules/ali-oss/dist/aliyun-oss-sdk.min.js'

const browser = useBrowser()

/** A page of another origin with the bundle of ali-oss, whose own server gets its grants. */
const openPage = async (sandbox: RunningSandbox): Promise<{ page: Page; grants: Granted[] }> => {
  const page = await browser.page()
  const grants: Granted[] = []
  await page.exposeFunction('grant', async () => {
    grants.push(await grantOf(sandbox.url))
    return grants.at(-1)
  })
  await page.exposeFunction('endGrants', () => sandbox.default.clock.advance(3_601_000))
  await page.goto((await startSite()).url)
  await page.addScriptTag({ path: SDK })
  return { page, grants }
}

interface Asked {
  readonly bytes: string
  /** Lets the grant end after the first part. */
  readonly ends?: boolean
  /** Asks for another grant before each request, as a page does every few minutes. */
  readonly refreshes?: boolean
}

/** Uploads three parts in a page; answers the key, or the code of the error, and what a second try resumes. */
const upload = (page: Page, asked: Asked) =>
  page.evaluate(
    async ([{ bytes, ends, refreshes }, partSize]) => {
      const { OSS, grant, endGrants } = globalThis as unknown as PageWindow
      // An endpoint among them would take the place of the one that the SDK has read.
      const keysOf = ({ accessKeyId, accessKeySecret, securityToken }: Granted) => ({
        accessKeyId,
        accessKeySecret,
        stsToken: securityToken,
      })
      const connect = (given: Granted) =>
        new OSS({
          ...keysOf(given),
          endpoint: given.endpoint,
          bucket: given.bucket,
          refreshSTSToken: async () => keysOf(refreshes ? await grant() : given),
          refreshSTSTokenInterval: 0,
        })
      const first = await grant()
      const key = `${first.pathPrefix}/from a page/雾岭.bin`
      const content = Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))
      const file = new File([content], '雾岭.bin')
      let kept: Checkpoint | undefined
      // The last progress of an upload is without a checkpoint.
      const progress = async (_share: number, checkpoint: Checkpoint | null) => {
        kept = checkpoint ?? kept
        if (ends && checkpoint?.doneParts.length === 1) await endGrants()
      }
      const options = { partSize, parallel: 1, progress }
      try {
        await connect(first).multipartUpload(key, file, options)
        return { key, code: 'none' }
      } catch (error) {
        const { code, message } = error as { code?: string; message: string }
        const doneParts = kept?.doneParts.length
        const next = connect(await grant())
        const resumed = await next
          .multipartUpload(key, file, { partSize, checkpoint: kept })
          .then(() => true, String)
        return { key, code: code ?? message, doneParts, resumed }
      }
    },
    [asked, MIN_PART_BYTES] as const,
  )

interface PageWindow {
  OSS: new (
    options: object,
  ) => { multipartUpload(key: string, file: File, options: object): Promise<unknown> }
  grant(): Promise<Granted>
  endGrants(): Promise<void>
}

interface Checkpoint {
  readonly doneParts: readonly unknown[]
}

const BYTES = bytesFrom(1, 2 * MIN_PART_BYTES + 50_000)
const asked = { bytes: BYTES.toString('base64') }

const expectFile = async ({ url }: RunningSandbox, path: string): Promise<void> => {
  const asset = await makeAsset({ url }, { path, name: '雾岭.bin', size: BYTES.length })
  expect(asset.findings).toEqual([])
  expect(sha256Of(await download(asset.downloadUrl))).toBe(sha256Of(BYTES))
}

/** The page of the document, with the URL of a server. */
const documentedPage = (url: string): string => {
  const page = examplesOf('docs/storage.md').find(
    (example) => example.kind === 'file' && example.name === 'page.html',
  )
  return runnable(page?.text ?? '', url)
}

describe('ali-oss in a page of another origin', () => {
  test('uploads a file as the document shows', async () => {
    const sandbox = await startLibrary()
    const page = await browser.page()
    await page.route('**/*.js', (route) => route.fulfill({ path: SDK }))
    await page.goto((await startSite(documentedPage(sandbox.url))).url)
    await page.locator('input').setInputFiles({ name: '雾岭.bin', mimeType: '', buffer: BYTES })
    const path = page.locator('output', { hasText: '.bin' })
    await path.waitFor()
    await expectFile(sandbox, await path.innerText())
  })

  test('uploads three parts with a grant', async () => {
    const sandbox = await startLibrary()
    const { page, grants } = await openPage(sandbox)
    const { key, code } = await upload(page, asked)
    expect([code, grants.length]).toEqual(['none', 1])
    await expectFile(sandbox, key)
  })

  test('goes on with refreshSTSToken when its grant ends in mid-upload', async () => {
    const sandbox = await startLibrary()
    const { page, grants } = await openPage(sandbox)
    const { key, code } = await upload(page, { ...asked, ends: true, refreshes: true })
    expect(code).toBe('none')
    expect(new Set(grants.map(({ accessKeyId }) => accessKeyId)).size).toBeGreaterThan(1)
    await expectFile(sandbox, key)
  })

  test('fails with SecurityTokenExpired without it, and resumes from its checkpoint', async () => {
    const sandbox = await startLibrary()
    const { page } = await openPage(sandbox)
    const { key, ...rest } = await upload(page, { ...asked, ends: true })
    expect(rest).toEqual({ code: 'SecurityTokenExpired', doneParts: 1, resumed: true })
    await expectFile(sandbox, key)
  })

  test('cannot read the ETag of a part where the variant hides it', async () => {
    const sandbox = await startLibrary({ assume: { 'A-storage-3': 'hidden' } })
    const { page } = await openPage(sandbox)
    const { code } = await upload(page, asked)
    expect(code).toContain('Please set the etag of expose-headers in OSS')
  })
})
