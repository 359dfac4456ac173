import { onTestFinished } from 'vitest'
import { type Config, readConfig } from '#src/config/config.ts'
import { AdjustableClock } from '#src/kernel/clock.ts'
import { ensureDefaultCredentials } from '#src/start/default-credentials.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { Sandbox } from '#src/workspaces/sandbox.ts'

/** The workspaces and the settings of an application, without an application. */
export const openSandbox = async (
  env: Readonly<Record<string, string>> = {},
): Promise<{ sandbox: Sandbox; config: Config }> => {
  const config = readConfig([], { SANDBOX_SEED: 'minimal', ...env })
  const sandbox = await Sandbox.open({
    ...config,
    folders: { ...shippedFolders(), seedDayMs: new AdjustableClock().now() },
  })
  onTestFinished(() => sandbox.close())
  ensureDefaultCredentials(sandbox, config)
  return { sandbox, config }
}
