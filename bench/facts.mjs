// When, where and of what a measurement was made.
import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'

const printed = (command, args) => {
  try {
    return execFileSync(command, args, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch (error) {
    return `${error.stdout ?? ''}`.trim()
  }
}

/** Date, machine and versions. */
export const readFacts = () => ({
  date: printed('date', ['-u', '+%Y-%m-%d']),
  machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB`,
  node: process.version,
  // `wrk -v` ends with 1.
  load: /wrk \S+/.exec(printed('wrk', ['-v']))?.[0] ?? 'wrk',
  commit: printed('git', ['rev-parse', '--short=10', 'HEAD']) || 'unknown',
})
