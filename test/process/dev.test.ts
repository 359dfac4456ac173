import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ServerProcess, startProgram } from '#test/kit/process.ts'
import { scratchCopy } from '#test/kit/scratch-copy.ts'

const startDev = async () => {
  const folder = scratchCopy()
  const dev = startProgram(process.execPath, ['scripts/dev.mjs'], {
    cwd: folder,
    env: {
      PATH: '/usr/bin:/bin',
      SANDBOX_PORT: '0',
      SANDBOX_STORAGE_PORT: 'off',
      SANDBOX_SEED: 'minimal',
    },
  })
  const url = await dev.url()
  const [, console = ''] = await dev.until(/hot reload: (http:\S+)\/console\//)
  await dev.until(/waiting for changes/)
  return { dev, url, console, change: changerIn(folder) }
}

/** Saves a file with another text in place of one that it has. */
const changerIn =
  (folder: string) =>
  (file: string, before: string, after: string): void => {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(before)
    writeFileSync(path, text.replaceAll(before, after))
  }

const alive = async (url: string): Promise<string> => (await fetch(`${url}/livez`)).text()

const statusOf = (url: string): Promise<number | string> =>
  fetch(url).then(
    ({ status }) => status,
    () => 'refused',
  )

const endWith = async (dev: ServerProcess, signal: NodeJS.Signals): Promise<number | null> => {
  dev.kill(signal)
  return (await dev.ending()).code
}

describe('npm run dev', () => {
  test('answers with what was saved, on the same port, and keeps the last server when a build fails', async () => {
    const { dev, url, console, change } = await startDev()
    expect(await alive(url)).toBe('{"status":"alive"}')
    change('src/routes/health.ts', "'alive'", "'well'")
    await dev.until(/src\/routes\/health\.ts saved: restarted/)
    expect(await alive(url)).toBe('{"status":"well"}')
    change('src/routes/health.ts', "'well'", "'well")
    await dev.until(/health\.ts saved: the build failed; the last server keeps running/)
    expect(await alive(console)).toBe('{"status":"well"}')
    change('src/routes/health.ts', "'well", "'better'")
    await expect.poll(() => alive(console)).toBe('{"status":"better"}')
    expect(await endWith(dev, 'SIGINT')).toBe(0)
  })

  test('serves the sources of the console beside the server, of which Ctrl+C leaves nothing', async () => {
    const { dev, url, console, change } = await startDev()
    const page = await (await fetch(`${console}/console/`)).text()
    expect(page).toContain('/console/@vite/client')
    const style = `${console}/console/style/base.css`
    change('src/console/style/base.css', 'body {', 'body {\n  --saved: 1;')
    await expect.poll(async () => (await fetch(style)).text()).toContain('--saved')
    const headers = { origin: console, 'sec-fetch-site': 'same-origin' }
    expect((await fetch(`${console}/_sandbox/clock`, { headers })).status).toBe(200)
    expect(await endWith(dev, 'SIGINT')).toBe(0)
    expect([await statusOf(`${url}/livez`), await statusOf(console)]).toEqual([
      'refused',
      'refused',
    ])
  })

  test('starts again what ended at its start when a fix is saved, and ends with it', async () => {
    const { dev, url, change } = await startDev()
    change('src/server.ts', 'void runProgram()', "throw new Error('too early')")
    await dev.until(/too early[\s\S]*src\/server\.ts:\d+/)
    await dev.until(/the server ended with code 1; save a fix/)
    change('src/server.ts', "throw new Error('too early')", 'void runProgram()')
    await expect.poll(() => statusOf(`${url}/livez`)).toBe(200)
    await endWith(dev, 'SIGKILL')
    await expect.poll(() => statusOf(`${url}/livez`)).toBe('refused')
  })
})
