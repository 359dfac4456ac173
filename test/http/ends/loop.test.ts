import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#src/config/config.ts'
import { AdjustableClock } from '#src/kernel/clock.ts'
import { buildApp } from '#src/start/app.ts'
import { ensureDefaultCredentials } from '#src/start/default-credentials.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { Sandbox } from '#src/workspaces/sandbox.ts'

/** Much longer than any call takes on a busy machine. */
const HOLD_MS = 500

const hold = (): void => {
  const until = performance.now() + HOLD_MS
  while (performance.now() < until);
}

test('a blocked event loop is logged', async () => {
  const lines: { msg: string }[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const config = readConfig([], { SANDBOX_SEED: 'minimal' })
  const sandbox = await Sandbox.open({
    ...config,
    folders: { ...shippedFolders(), seedDayMs: new AdjustableClock().now() },
  })
  ensureDefaultCredentials(sandbox, config)
  const app = await buildApp({ sandbox, config, logger })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await app.close()
    await sandbox.close()
  })
  setImmediate(hold)
  await expect.poll(() => lines.some(({ msg }) => msg.includes('loop was blocked'))).toBe(true)
})
