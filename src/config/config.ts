import { ConfigError } from './config-error.ts'
import { type Environment, processEnvironment, readVariables } from './environment.ts'
import { readFlags } from './flags.ts'
import type { StartOptions } from './generated/start-options.ts'
import { readOptions } from './library-options.ts'
import { type Setting, variableOf } from './setting.ts'
import { problemsOfPaths, problemsOfStaging } from './setting-rules.ts'
import { SETTING_NAMES, type SettingName, type SettingSource } from './setting-source.ts'
import { SETTINGS } from './settings.ts'

type ValueOf<Declared> =
  Declared extends Setting<infer T, infer Default>
    ? undefined extends Default
      ? T | undefined
      : T
    : never

/** The value of every setting. */
type Values = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> }

/** The settings of one server, checked and complete. */
export interface Config extends Values {
  /** The lifetimes of tokens, signed URLs and uploads, together. */
  readonly lifetimes: Pick<
    Values,
    'accessTokenSeconds' | 'refreshTokenSeconds' | 'signedAddressSeconds' | 'uploadSeconds'
  >
  /** Whether the profile was chosen, and is not the default. */
  readonly isProfileGiven: boolean
}

/** Reads flags and variables, flags first; every wrong setting is reported at once. */
export const readConfig = (
  args: readonly string[] = process.argv.slice(2),
  env: Environment = processEnvironment,
): Config => {
  const flags = readFlags(args)
  // An empty flag overrides its variable, and the default applies.
  const given = [...new Map([...readVariables(env), ...flags.given])].filter(
    ([, { text }]) => text !== '',
  )
  return complete({
    given: new Map(given),
    problems: flags.problems,
    labelOf: variableOf,
  })
}

/** Reads the options of the library, without a look at the environment. */
export const configOf = (options: StartOptions): Config => complete(readOptions(options))

const complete = (source: SettingSource): Config => {
  const problems = [...source.problems]
  const parsed = parse(source, problems)
  const isStaging = parsed.profile === 'staging'
  const values = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, parsed[name] ?? defaultOf(name, isStaging)]),
  ) as Values
  if (isStaging) problems.push(...problemsOfStaging(values, source))
  problems.push(...problemsOfPaths(values, source))
  if (problems.length > 0) throw new ConfigError(problems)
  const { accessTokenSeconds, refreshTokenSeconds, signedAddressSeconds, uploadSeconds } = values
  return Object.freeze({
    ...values,
    lifetimes: { accessTokenSeconds, refreshTokenSeconds, signedAddressSeconds, uploadSeconds },
    isProfileGiven: source.given.has('profile'),
  })
}

const parse = (
  { given }: SettingSource,
  problems: string[],
): Partial<Record<SettingName, unknown>> => {
  const parsed: Partial<Record<SettingName, unknown>> = {}
  for (const name of SETTING_NAMES) {
    const setting = given.get(name)
    if (setting === undefined) continue
    try {
      parsed[name] = SETTINGS[name].type.parse(setting.text)
    } catch (error) {
      problems.push(`${setting.label} ${error instanceof Error ? error.message : error}`)
    }
  }
  return parsed
}

const defaultOf = (name: SettingName, isStaging: boolean): unknown => {
  const declared: Setting<unknown> = SETTINGS[name]
  return (isStaging ? declared.staging : undefined) ?? declared.default
}
