import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#src/config/config.ts'
import { LIMITS } from '#src/limits.ts'
import { runServer } from '#src/start/run-server.ts'
import { Sandbox } from '#src/workspaces/sandbox.ts'
import { freshFolder } from '#test/kit/process.ts'

const start = async (data: string) => {
  const env = { SANDBOX_DATA: data, SANDBOX_PORT: '0', SANDBOX_SEED: 'minimal' }
  const server = await runServer(readConfig([], env))
  onTestFinished(() => server.stop())
  return server
}

/** Makes the next opening of the stores fail on a full disk. */
const fillDisk = (cause?: Error) => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const spy = vi.spyOn(Sandbox, 'open').mockRejectedValueOnce(cause ?? full)
  onTestFinished(() => spy.mockRestore())
}

const isTaken = (data: string): boolean =>
  existsSync(join(data, 'reserve')) &&
  statSync(join(data, 'reserve')).size === LIMITS.reserveBytes.max

describe('the reserve of a data folder', () => {
  test('takes up disk space from the first start on', async () => {
    const data = freshFolder()
    const server = await start(data)
    await expect.poll(() => isTaken(data)).toBe(true)
    const { blocks, size } = statSync(join(data, 'reserve'))
    expect(blocks * 512).toBeGreaterThanOrEqual(size)
    await server.stop()
    expect(readdirSync(data)).not.toContain('reserve.new')
  })

  test('is released by a start on a full disk, and made again after a sweep', async () => {
    const data = freshFolder()
    const first = await start(data)
    await expect.poll(() => isTaken(data)).toBe(true)
    await first.stop()
    fillDisk()
    fillDisk()
    await expect(start(data)).rejects.toThrow('database or disk is full')
    expect(isTaken(data)).toBe(false)
    const server = await start(data)
    await server.sandbox.sweeper.sweep()
    await expect.poll(() => isTaken(data)).toBe(true)
  })

  test('makes a start succeed that finds the disk full once', async () => {
    const data = freshFolder()
    const first = await start(data)
    await expect.poll(() => isTaken(data)).toBe(true)
    await first.stop()
    fillDisk()
    const server = await start(data)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('stays when a start fails for another reason; a start without it fails on a full disk', async () => {
    const data = freshFolder()
    fillDisk()
    await expect(start(data)).rejects.toThrow('database or disk is full')
    await (await start(data)).stop()
    await expect.poll(() => isTaken(data)).toBe(true)
    fillDisk(new Error('something else'))
    await expect(start(data)).rejects.toThrow('something else')
    expect(isTaken(data)).toBe(true)
  })
})
