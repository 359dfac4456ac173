import { parseArgs } from 'node:util'
import { flagOf } from './setting.ts'
import {
  type GivenSetting,
  problemOfName,
  SETTING_NAMES,
  type SettingName,
  type SettingSource,
} from './setting-source.ts'

const labelOf = (name: string): string => `--${flagOf(name)}`

const NAMES: ReadonlyMap<string, SettingName> = new Map(
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
    const name = NAMES.get(token.name)
    if (name === undefined) {
      problems.push(problemOfName('flag', token.rawName, labelOf, '; see --help'))
      mayBeValue = token.value === undefined
    } else if (token.value === undefined || isFlag(token)) {
      problems.push(`${labelOf(name)} needs a value`)
      mayBeValue = token.value !== undefined
    } else given.set(name, { text: token.value, label: labelOf(name) })
  }
  return { given, problems, labelOf }
}

/** Settings as the arguments of a program. */
export const flagsOf = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).map(([name, value]) => `${labelOf(name)}=${value}`)

/** Whether the value of a flag is most likely the next flag. */
const isFlag = (token: { value: string; inlineValue: boolean }): boolean =>
  !token.inlineValue && token.value.startsWith('--')

const tokensOf = (args: readonly string[]) => {
  const options = Object.fromEntries(
    [...NAMES.keys()].map((name) => [name, { type: 'string' as const }]),
  )
  return parseArgs({ args: [...args], options, strict: false, tokens: true }).tokens
}
