import type { StartOptions } from './generated/start-options.ts'
import { variableOf } from './setting.ts'
import {
  type GivenSetting,
  problemOfName,
  SETTING_NAMES,
  type SettingName,
  type SettingSource,
  type SettingTexts,
} from './setting-source.ts'
import { SETTINGS } from './settings.ts'

const labelOf = (name: string): string => name

const NAMES: ReadonlyMap<string, SettingName> = new Map(SETTING_NAMES.map((name) => [name, name]))

const LIBRARY_DEFAULTS: StartOptions = Object.fromEntries(
  SETTING_NAMES.flatMap((name) => {
    const declared = SETTINGS[name]
    return 'library' in declared ? [[name, declared.library]] : []
  }),
)

/** Reads settings from options of the library; undefined and an empty text count as absent. */
export const readOptions = (options: StartOptions): SettingSource => {
  const given = new Map<SettingName, GivenSetting>()
  if (typeof options !== 'object')
    return { given, problems: [`options must be an object, got a ${typeof options}`], labelOf }
  const problems: string[] = []
  for (const [option, value] of Object.entries({ ...LIBRARY_DEFAULTS, ...options })) {
    const name = NAMES.get(option)
    if (name === undefined) problems.push(problemOfName('option', option, labelOf, hintFor(option)))
    else if (value !== undefined && value !== '')
      given.set(name, { text: textOf(value), label: name })
  }
  return { given, problems, labelOf }
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
