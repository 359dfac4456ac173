import { onTestFinished } from 'vitest'
import { type RunningSandbox, type StartOptions, startSandbox } from '#src/index.ts'

/** Starts a server by the library, with the seed minimal; it is closed when the test ends. */
export const startLibrary = async (options: StartOptions = {}): Promise<RunningSandbox> => {
  const sandbox = await startSandbox({ seed: 'minimal', checkReplies: true, ...options })
  onTestFinished(() => sandbox.close())
  return sandbox
}
