import {
  flagOf,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  variableOf,
} from './settings.ts'

export interface SettingDescription {
  readonly name: SettingName
  readonly variable: string
  readonly flag: string
  readonly help: string
  readonly default: string
  /** What differs in the library. */
  readonly library: {
    readonly type: string
    readonly help: string
    readonly default: string
  }
}

export const describeSettings = (): SettingDescription[] =>
  SETTING_NAMES.map((name) => {
    const declared: Setting<unknown> = SETTINGS[name]
    const { help, type, library } = declared
    const usual = describeDefault(declared)
    return {
      name,
      variable: variableOf(name),
      flag: flagOf(name),
      help: type.syntax === undefined ? help : `${help}, ${type.syntax}`,
      default: usual.replace(/^`true`/, '`on`').replace(/^`false`/, '`off`'),
      library: {
        type: type.option,
        help,
        default: withOptions(library === undefined ? usual : `\`${library}\``),
      },
    }
  })

const describeDefault = (declared: Setting<unknown>): string => {
  const { defaultText, staging, note } = declared
  if (defaultText !== undefined) return defaultText
  const value = `\`${declared.default}\``
  if (note !== undefined) return `${value} (${note})`
  return staging === undefined ? value : `${value}; \`${staging}\` in staging`
}

const withOptions = (text: string): string =>
  SETTING_NAMES.reduce(
    (words, name) => words.replace(`\`${variableOf(name)}\``, `\`${name}\``),
    text,
  )

export const helpText = (): string => {
  const lines = describeSettings().map(
    (setting) =>
      `  --${setting.flag}, ${setting.variable}\n      ${setting.help} (default: ${setting.default})`,
  )
  return [
    'Usage: npm start -- [flags]',
    '',
    'A stateful reference server for the open interface of a digital asset management service.',
    'Every flag has an equivalent environment variable; the flag takes precedence.',
    '',
    ...lines,
    '',
    'Example:',
    '  SANDBOX_PORT=5000 npm start -- --seed minimal --data ./data',
    '',
  ]
    .join('\n')
    .replaceAll('`', '')
}
