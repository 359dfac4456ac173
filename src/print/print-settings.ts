import { code, printedFrom, table } from './markdown.ts'

/** What is printed of a setting. */
export interface PrintedSetting {
  /** Its variable, such as `SANDBOX_PORT`. */
  readonly name: string
  /** Its flag, without the dashes. */
  readonly flag: string
  readonly help: string
  /** Its default, as text for people. */
  readonly without: string
}

/** The table of the settings. */
export const printSettings = (settings: readonly PrintedSetting[]): string =>
  table(
    ['Variable', 'Flag', 'Library option', 'Meaning', 'Default'],
    settings.map(({ name, flag, help, without }) => [
      code(name),
      code(`--${flag}`),
      code(optionOf(flag)),
      help,
      without,
    ]),
  )

/** The option of the library: `adminKey` for `admin-key`. */
const optionOf = (flag: string): string =>
  flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `.env.example`: every setting, commented out, with its default where that is a value. */
export const printEnvExample = (settings: readonly PrintedSetting[]): string =>
  [
    `# ${printedFrom('src/settings/settings.ts').replaceAll('`', '')}`,
    '# Copy it to .env, uncomment what you need, and start: node --env-file=.env dist/server.cjs',
    ...settings.map(example),
  ]
    .join('\n')
    .concat('\n')

const example = ({ name, help, without }: PrintedSetting): string => {
  const meaning = `${help} (default: ${without})`.replaceAll('`', '')
  return `\n# ${meaning}\n#${name}=${defaultOf(without)}`
}

/** The value that a default begins with, unless it names another setting. */
const defaultOf = (without: string): string => {
  const value = /^`([^`]+)`/.exec(without)?.[1] ?? ''
  return value.startsWith('SANDBOX_') ? '' : value
}
