import { expect, onTestFinished, test } from 'vitest'
import { EVERY_PORT } from '../../scripts/fuzz/core/listeners.ts'
import { ServerProcess } from '../../scripts/fuzz/core/server-process.ts'

test('the testers attack every listener that a setting gives a port', async () => {
  const server = new ServerProcess({ command: [process.execPath, 'dist/server.cjs'] })
  onTestFinished(() => server.dispose())
  await server.start()
  expect(Object.keys(EVERY_PORT).sort()).toEqual([
    'SANDBOX_METRICS_PORT',
    'SANDBOX_PORT',
    'SANDBOX_STORAGE_PORT',
  ])
  await expect.poll(() => server.listeners.length).toBe(Object.keys(EVERY_PORT).length)
  expect(server.listeners).toContainEqual(server.address)
})
