import type { TestProject } from 'vitest/node'
import { optionsOf } from '../config/config.ts'
import { processEnvironment, readCliEnvironment } from '../config/environment.ts'
import { startSandbox } from '../index.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of the run. */
    damSandbox: { readonly url: string; readonly adminKey: string | null }
  }
}

/** Global setup of vitest: one server for the run; under `dam-sandbox exec`, the server of exec. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { url, adminKey = null, settings } = readCliEnvironment(processEnvironment)
  const sandbox = url === undefined ? await startSandbox(optionsOf(settings)) : undefined
  project.provide('damSandbox', { url: url ?? sandbox?.url ?? '', adminKey })
  return async () => sandbox?.close()
}
