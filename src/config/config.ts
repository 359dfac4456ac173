import { parseArgs } from 'node:util'
import { ConfigError } from '../contract/errors/caller-error.ts'
import { didYouMean } from '../contract/errors/did-you-mean.ts'
import { MIN_ADMIN_KEY } from '../contract/key-shapes.ts'
import { wellKnownCredentials } from '../contract/well-known.ts'
import { messageOf, printable } from '../kernel/text.ts'
import { type Environment, processEnvironment, readVariables } from './environment.ts'
import type { StartOptions } from './generated/start-options.ts'
import {
  flagOf,
  type GivenSetting,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  type SettingTexts,
  variableOf,
} from './settings.ts'

interface SettingSource {
  readonly given: ReadonlyMap<SettingName, GivenSetting>
  /** Problems beside the values, such as unknown names, one sentence each. */
  readonly problems: readonly string[]
  /** The name of a setting in this source. */
  readonly labelOf: (name: string) => string
}

const flagLabel = (name: string): string => `--${flagOf(name)}`

const FLAGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [flagOf(name), { type: 'string' as const }]),
)

/** Reads the flags of a command line; every unknown one is a problem. */
const readFlags = (args: readonly string[]): SettingSource => {
  const given = new Map<SettingName, GivenSetting>()
  const problems: string[] = []
  const { tokens } = parseArgs({ args: [...args], options: FLAGS, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional')
      problems.push(`unexpected argument "${token.value}"; see --help`)
    if (token.kind !== 'option') continue
    const name = SETTING_NAMES.find((known) => flagOf(known) === token.name)
    // The value of a flag is most likely the next flag.
    const isFlag = !token.inlineValue && token.value?.startsWith('--')
    if (name === undefined) problems.push(problemOfName('flag', token.rawName, flagLabel))
    else if (token.value === undefined || isFlag) problems.push(`${token.rawName} needs a value`)
    else given.set(name, { text: token.value, label: flagLabel(name) })
  }
  return { given, problems, labelOf: flagLabel }
}

export const flagsOf = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).map(([name, value]) => `${flagLabel(name)}=${value}`)

const optionLabel = (name: string): string => name

const LIBRARY_DEFAULTS: StartOptions = Object.fromEntries(
  SETTING_NAMES.flatMap((name) => {
    const declared: Setting<unknown> = SETTINGS[name]
    return declared.library === undefined ? [] : [[name, declared.library]]
  }),
)

/** Reads settings from options of the library; undefined and an empty text count as absent. */
const readOptions = (options: StartOptions): SettingSource => {
  const given = new Map<SettingName, GivenSetting>()
  const problems: string[] = []
  if (typeof options !== 'object')
    problems.push(`options must be an object, got a ${typeof options}`)
  for (const [option, value] of Object.entries({ ...LIBRARY_DEFAULTS, ...Object(options) })) {
    const name = SETTING_NAMES.find((known) => known === option)
    if (name === undefined) problems.push(problemOfName('option', option, optionLabel))
    else if (value !== undefined && value !== '')
      given.set(name, { text: textOf(value), label: name })
  }
  return { given, problems, labelOf: optionLabel }
}

const problemOfName = (what: string, name: string, labelOf: (name: string) => string): string =>
  `unknown ${what} "${name}"${didYouMean(name, SETTING_NAMES.map(labelOf))}`

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.join(',')
  const pairs = Object.entries(value).map((pair) => pair.join('='))
  return pairs.join(',')
}

export const optionsOf = (texts: SettingTexts): StartOptions =>
  Object.fromEntries(Object.entries(texts)) as StartOptions

type ValueOf<Declared> =
  Declared extends Setting<infer T, infer Default>
    ? undefined extends Default
      ? T | undefined
      : T
    : never

type Values = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> }

export interface Config extends Values {
  readonly isProfileGiven: boolean
}

/** Reads flags and variables, flags first; every wrong setting is reported at once. */
export const readConfig = (
  args: readonly string[] = process.argv.slice(2),
  env: Environment = processEnvironment,
): Config => {
  const { given: flags, problems } = readFlags(args)
  const given = new Map([...readVariables(env), ...flags])
  // An empty flag overrides its variable, and the default applies.
  for (const [name, { text }] of given) if (text === '') given.delete(name)
  return complete({ given, problems, labelOf: variableOf })
}

/** Reads the options of the library, without a look at the environment. */
export const configOf = (options: StartOptions): Config => complete(readOptions(options))

const complete = (source: SettingSource): Config => {
  const problems = [...source.problems]
  const parsed = parse(source, problems)
  const values = Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const declared: Setting<unknown> = SETTINGS[name]
      const staging = parsed.profile === 'staging' ? declared.staging : undefined
      return [name, parsed[name] ?? staging ?? declared.default]
    }),
  ) as Values
  problems.push(
    ...problemsOfStaging(values, source),
    ...problemsOfPaths(values, source),
    ...problemsOfLifetimes(values, source),
  )
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze({ ...values, isProfileGiven: source.given.has('profile') })
}

const parse = (
  { given }: SettingSource,
  problems: string[],
): Partial<Record<SettingName, unknown>> => {
  const parsed: Partial<Record<SettingName, unknown>> = {}
  for (const name of SETTING_NAMES) {
    const setting = given.get(name)
    if (!setting) continue
    try {
      parsed[name] = SETTINGS[name].type.parse(setting.text)
    } catch (error) {
      const { label, text } = setting
      problems.push(printable(`${label} ${messageOf(error)}${serviceLinkHint(text)}`))
    }
  }
  return parsed
}

/** Kubernetes gives such variables to each pod for a service named sandbox, sandbox-storage or sandbox-metrics. */
const serviceLinkHint = (text: string): string =>
  /^(?:tcp|udp):\/\//.test(text)
    ? '; Kubernetes sets it for a service of that name: set enableServiceLinks: false in the pod, or rename the service'
    : ''

/** The name under which a setting was given or can be given. */
const labelIn = ({ given, labelOf }: SettingSource, name: SettingName): string =>
  given.get(name)?.label ?? labelOf(name)

/** Each gives the server an admin key. */
const KEY_SETTINGS = ['adminKey', 'adminKeyFile', 'keysFile'] as const

const problemsOfStaging = (values: Values, source: SettingSource): string[] => {
  if (values.profile !== 'staging') return []
  const { clientId, clientKey } = wellKnownCredentials(values.node)
  const problems: [name: SettingName, isWrong: boolean, problem: string][] = [
    ['data', !source.given.has('data'), 'is required'],
    ['adminKey', !KEY_SETTINGS.some((name) => source.given.has(name)), 'is required'],
    [
      'adminKey',
      (values.adminKey ?? '').length < MIN_ADMIN_KEY && source.given.has('adminKey'),
      `must have at least ${MIN_ADMIN_KEY} characters`,
    ],
    ['clientId', values.clientId === clientId, 'must not be the well-known one'],
    ['clientKey', values.clientKey === clientKey, 'must not be the well-known one'],
  ]
  return problems
    .filter(([, isWrong]) => isWrong)
    .map(([name, , problem]) => `${labelIn(source, name)} ${problem} in the profile staging`)
}

const problemsOfPaths = (values: Values, source: SettingSource): string[] => {
  const label = (name: SettingName): string => labelIn(source, name)
  const below = (['tokenPath', 'refreshPath'] as const)
    .filter((name) => `${values[name]}/`.startsWith(`${values.filesPath}/`))
    .map((name) => `${label(name)} must not be below ${label('filesPath')}`)
  return values.tokenPath === values.refreshPath
    ? [`${label('tokenPath')} and ${label('refreshPath')} must differ`, ...below]
    : below
}

const problemsOfLifetimes = (
  { ttlMs = 0, maxTtlMs = ttlMs }: Values,
  source: SettingSource,
): string[] =>
  ttlMs > maxTtlMs
    ? [`${labelIn(source, 'ttlMs')} must be at most ${labelIn(source, 'maxTtlMs')}, ${maxTtlMs}`]
    : []
