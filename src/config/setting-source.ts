import { didYouMean } from '../errors/did-you-mean.ts'
import { SETTINGS } from './settings.ts'

/** The key of a setting: the name of its option in the library. */
export type SettingName = keyof typeof SETTINGS

/** Texts of settings, by their keys. */
export type SettingTexts = Readonly<Partial<Record<SettingName, string>>>

/** A setting as text, and the name under which it was given. */
export interface GivenSetting {
  readonly text: string
  /** A flag, a variable or an option, such as `--port`. */
  readonly label: string
}

/** Settings from one source: flags, variables or options of the library. */
export interface SettingSource {
  readonly given: ReadonlyMap<SettingName, GivenSetting>
  /** Problems beside the values, such as unknown names, one sentence each. */
  readonly problems: readonly string[]
  /** The name of a setting in this source. */
  readonly labelOf: (name: string) => string
}

/** The keys of all settings. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

/** Describes a name that no setting has; `what` is a flag, a variable or an option. */
export const problemOfName = (
  what: string,
  name: string,
  labelOf: (name: string) => string,
  hint = '',
): string => `unknown ${what} "${name}"${didYouMean(name, SETTING_NAMES.map(labelOf)) || hint}`
