import { code, printedFrom, table } from './markdown.ts'

/** What is printed of a setting. */
export interface PrintedSetting {
  /** Its variable, such as `SANDBOX_PORT`. */
  readonly name: string
  /** Its flag, without the dashes. */
  readonly flag: string
  readonly help: string
  /** What counts without it, in words. */
  readonly without: string
}

/** The table of the settings. */
export const printSettings = (settings: readonly PrintedSetting[]): string =>
  table(
    ['Variable', 'Flag', 'What', 'Without it'],
    settings.map(({ name, flag, help, without }) => [code(name), code(`--${flag}`), help, without]),
  )

/** `.env.example`: every setting, commented out, with its default where that is a value. */
export const printEnvExample = (settings: readonly PrintedSetting[]): string =>
  [
    `# ${printedFrom('src/config.ts').replaceAll('`', '')}`,
    '# Copy it to .env, uncomment what you need, and start: node --env-file=.env dist/server.cjs',
    ...settings.map(example),
  ]
    .join('\n')
    .concat('\n')

const example = ({ name, help, without }: PrintedSetting): string => {
  const words = `${help} (without it: ${without})`.replaceAll('`', '')
  return `\n# ${words}\n#${name}=${defaultOf(without)}`
}

/** The value that the words begin with, unless it names another setting. */
const defaultOf = (without: string): string => {
  const value = /^`([^`]+)`/.exec(without)?.[1] ?? ''
  return value.startsWith('SANDBOX_') ? '' : value
}
