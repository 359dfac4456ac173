import type { SettingType } from './setting-types.ts'

/** One setting: a variable, a flag and an option of the library, all named by its key in `SETTINGS`. */
export interface Setting<T, Default extends T | undefined = T | undefined> {
  /** Noun phrase for the help text, the documents and the types of the library. */
  readonly help: string
  readonly type: SettingType<T>
  readonly default: Default
  /** Default in the profile staging, where it differs. */
  readonly staging?: NoInfer<T>
  /** Default of the library, where it differs. */
  readonly library?: NoInfer<T>
  /** Words for the default, where its value does not say it. */
  readonly defaultText?: string
  /** Explanation of the default's value, such as a large number in another unit. */
  readonly note?: string
  readonly isRequiredInStaging?: boolean
  /** A value that everybody knows and that the profile staging does not accept. */
  readonly refusedInStaging?: NoInfer<T>
  /** Fewest characters that the profile staging accepts. */
  readonly minLengthInStaging?: number
}

/** Declares a setting; without a default its value may be undefined. */
export const setting = <T, const Default extends T | undefined = undefined>(
  declared: Omit<Setting<T, Default>, 'default'> & { readonly default?: Default },
): Setting<T, Default> => ({ ...declared, default: declared.default as Default })

/** The variable of a setting: `SANDBOX_ADMIN_KEY` for `adminKey`. */
export const variableOf = (name: string): string =>
  `SANDBOX_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** The flag of a setting, without its dashes: `admin-key` for `adminKey`. */
export const flagOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
