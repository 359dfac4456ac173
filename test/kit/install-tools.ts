import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The package of the tools that others make: the lock file of the product has none of them. */
const TOOLS = 'test/tools/packages'

/** Installs the tools unless they are installed as their lock file says. */
export const setup = (): void => {
  if (modifiedMs('node_modules/.package-lock.json') >= modifiedMs('package-lock.json')) return
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: TOOLS, stdio: 'inherit' })
}

/** Zero for a missing file. */
const modifiedMs = (name: string): number =>
  statSync(`${TOOLS}/${name}`, { throwIfNoEntry: false })?.mtimeMs ?? 0
