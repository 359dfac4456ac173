import { execFileSync } from 'node:child_process'
import { PARTS, PROGRAM, staleBuild } from '#scripts/stale-build.mjs'

/** Builds the whole program before the tests that need it, unless it is newer than its sources. */
export const setup = (): void => buildIfStale([...PROGRAM, ...PARTS])

/** Builds the workers and the templates of the seeds only, unless they are newer than their sources. */
export const buildParts = (): void => buildIfStale(PARTS, 'parts')

const buildIfStale = (outputs: readonly string[], ...args: string[]): void => {
  if (staleBuild('.', outputs) === undefined) return
  execFileSync(process.execPath, ['scripts/build.mjs', ...args], { stdio: 'inherit' })
}
