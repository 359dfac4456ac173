import { CallerError } from '../errors/caller-error.ts'

/** Invalid settings, one sentence each. */
export class ConfigError extends CallerError {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
