import { parseArgs } from 'node:util'
import { ConfigError } from '../errors/caller-error.ts'
import { type Environment, processEnvironment, readVariables } from './environment.ts'
import type { StartOptions } from './generated/start-options.ts'
import {
  flagOf,
  type GivenSetting,
  problemOfName,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  type SettingSource,
  type SettingTexts,
  variableOf,
} from './settings.ts'

const flagLabel = (name: string): string => `--${flagOf(name)}`

const FLAG_NAMES: ReadonlyMap<string, SettingName> = new Map(
  SETTING_NAMES.map((name) => [flagOf(name), name]),
)

/** Reads the flags of a command line; every unknown one is a problem. */
export const readFlags = (args: readonly string[]): SettingSource => {
  const given = new Map<SettingName, GivenSetting>()
  const problems: string[] = []
  // The word after an unknown flag is most likely its value and not a second problem.
  let mayBeValue = false
  for (const token of tokensOf(args)) {
    if (token.kind === 'positional' && !mayBeValue)
      problems.push(`unexpected argument "${token.value}"; see --help`)
    mayBeValue = false
    if (token.kind !== 'option') continue
    const name = FLAG_NAMES.get(token.name)
    if (name === undefined) {
      problems.push(problemOfName('flag', token.rawName, flagLabel, '; see --help'))
      mayBeValue = token.value === undefined
    } else if (token.value === undefined || isFlag(token)) {
      problems.push(`${flagLabel(name)} needs a value`)
      mayBeValue = token.value !== undefined
    } else given.set(name, { text: token.value, label: flagLabel(name) })
  }
  return { given, problems, labelOf: flagLabel }
}

/** Settings as the arguments of a program. */
export const flagsOf = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).map(([name, value]) => `${flagLabel(name)}=${value}`)

/** Whether the value of a flag is most likely the next flag. */
const isFlag = (token: { value: string; inlineValue: boolean }): boolean =>
  !token.inlineValue && token.value.startsWith('--')

const tokensOf = (args: readonly string[]) => {
  const options = Object.fromEntries(
    [...FLAG_NAMES.keys()].map((name) => [name, { type: 'string' as const }]),
  )
  return parseArgs({ args: [...args], options, strict: false, tokens: true }).tokens
}

const optionLabel = (name: string): string => name

const LIBRARY_DEFAULTS: StartOptions = Object.fromEntries(
  SETTING_NAMES.flatMap((name) => {
    const declared = SETTINGS[name]
    return 'library' in declared ? [[name, declared.library]] : []
  }),
)

/** Reads settings from options of the library; undefined and an empty text count as absent. */
const readOptions = (options: StartOptions): SettingSource => {
  const given = new Map<SettingName, GivenSetting>()
  if (typeof options !== 'object')
    return {
      given,
      problems: [`options must be an object, got a ${typeof options}`],
      labelOf: optionLabel,
    }
  const problems: string[] = []
  for (const [option, value] of Object.entries({ ...LIBRARY_DEFAULTS, ...options })) {
    const name = SETTING_NAMES.find((known) => known === option)
    if (name === undefined)
      problems.push(problemOfName('option', option, optionLabel, hintFor(option)))
    else if (value !== undefined && value !== '')
      given.set(name, { text: textOf(value), label: name })
  }
  return { given, problems, labelOf: optionLabel }
}

/** Names the option whose variable was given. */
const hintFor = (option: string): string => {
  const name = SETTING_NAMES.find((known) => variableOf(known) === option)
  return name === undefined ? '' : `; did you mean "${name}"?`
}

/** The value of an option as a flag has it. */
const textOf = (value: NonNullable<StartOptions[keyof StartOptions]>): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.join(',')
  return Object.entries(value)
    .map((pair) => pair.join('='))
    .join(',')
}

/** Options from texts, which are read as flags are. */
export const optionsOf = (texts: SettingTexts): StartOptions =>
  Object.fromEntries(Object.entries(texts)) as StartOptions

type Labels = Pick<SettingSource, 'given' | 'labelOf'>

/** The name under which a setting was given or can be given. */
const labelIn = ({ given, labelOf }: Labels, name: SettingName): string =>
  given.get(name)?.label ?? labelOf(name)

/** Problems with settings in the profile staging, one sentence each. */
const problemsOfStaging = (
  values: Readonly<Partial<Record<SettingName, unknown>>>,
  source: Labels,
): string[] =>
  SETTING_NAMES.flatMap((name) => {
    const { isRequiredInStaging, refusedInStaging, minLengthInStaging = 0 } = SETTINGS[name]
    const label = labelIn(source, name)
    const value = values[name]
    if (isRequiredInStaging && !source.given.has(name))
      return [`${label} is required in the profile staging`]
    if (typeof value === 'string' && value.length < minLengthInStaging)
      return [`${label} must have at least ${minLengthInStaging} characters in the profile staging`]
    return refusedInStaging !== undefined && value === refusedInStaging
      ? [`${label} must not be the well-known one in the profile staging`]
      : []
  })

interface Paths {
  readonly tokenPath: string
  readonly refreshPath: string
  readonly filesPath: string
}

/** Problems with paths that collide, one sentence each. */
const problemsOfPaths = (
  { tokenPath, refreshPath, filesPath }: Paths,
  source: Labels,
): string[] => {
  const label = (name: SettingName): string => labelIn(source, name)
  const problems =
    tokenPath === refreshPath
      ? [`${label('tokenPath')} and ${label('refreshPath')} must differ`]
      : []
  for (const [name, path] of [
    ['tokenPath', tokenPath],
    ['refreshPath', refreshPath],
  ] as const)
    if (`${path}/`.startsWith(`${filesPath}/`))
      problems.push(`${label(name)} must not lie below ${label('filesPath')}`)
  return problems
}

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
