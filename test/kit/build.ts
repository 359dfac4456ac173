import { execFileSync } from 'node:child_process'

/** Builds the server and the seeds' templates once before all tests, so that both are those of the sources. */
export const setup = (): void => {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
}
