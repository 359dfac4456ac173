import { didYouMean } from '../errors/did-you-mean.ts'
import { SETTINGS } from './settings.ts'

/** The key of a setting: the name of its option in the library. */
export type SettingName = keyof typeof SETTINGS

/** Texts of settings, by their keys. */
export type SettingTexts = Readonly<Partial<Record<SettingName, string>>>

/** A setting as text, and what the person who gave it calls it. */
export interface GivenSetting {
  readonly text: string
  /** A flag, a variable or an option, such as `--port`. */
  readonly label: string
}

/** What one source of settings says: flags, variables or options of the library. */
export interface SettingSource {
  readonly given: ReadonlyMap<SettingName, GivenSetting>
  /** What is wrong beside the values, one sentence each. */
  readonly problems: readonly string[]
  /** What its settings are called there. */
  readonly labelOf: (name: string) => string
}

/** The keys of all settings. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

/** Older keys of settings, each with the present one. */
export const RENAMED: ReadonlyMap<string, SettingName> = new Map(
  SETTING_NAMES.flatMap((name) => {
    const { formerly } = SETTINGS[name]
    return formerly === undefined ? [] : [[formerly, name] as const]
  }),
)

/** What is wrong with a name that no setting has; `what` is a flag, a variable or an option. */
export const problemOfName = (
  what: string,
  name: string,
  labelOf: (name: string) => string,
  hint = '',
): string => {
  for (const [older, present] of RENAMED)
    if (name === labelOf(older)) return `${name} was renamed; use ${labelOf(present)}`
  return `unknown ${what} "${name}"${didYouMean(name, SETTING_NAMES.map(labelOf)) || hint}`
}
