import type { SettingDescription } from '#src/config/describe-settings.ts'
import { printVariants } from './print-types.ts'

const HEAD = 'Printed from src/config/settings.ts by `npm run docs`; change it there.'

/** `.env.example`: every setting, commented out, with its default where that is a value. */
export const printEnvExample = (settings: readonly SettingDescription[]): string =>
  [
    `# ${HEAD.replaceAll('`', '')}`,
    '# Copy it to .env, uncomment what you need, and start: node --env-file=.env dist/server.cjs',
    ...settings.map(example),
  ]
    .join('\n')
    .concat('\n')

const example = (setting: SettingDescription): string => {
  const comment = `${setting.help} (default: ${setting.default})`.replaceAll('`', '')
  return `\n# ${comment}\n#${setting.variable}=${exampleOf(setting.default)}`
}

/** The value that a default begins with, unless it names another setting. */
const exampleOf = (text: string): string => {
  const value = /^`([^`]+)`/.exec(text)?.[1] ?? ''
  return value.startsWith('SANDBOX_') ? '' : value
}

/** The options of the library as a type, for programs that import it: it names no other module. */
export const printStartOptions = (settings: readonly SettingDescription[]): string =>
  [
    `// ${HEAD}`,
    '',
    '/** Options of a server that the library starts: its settings, by their names in the library. */',
    'export interface StartOptions {',
    ...settings.flatMap(({ name, library }) => [
      `  /** ${library.help}. Default: ${library.default}. */`,
      `  ${name}?: ${library.type}`,
    ]),
    '}',
    '',
    printVariants(),
  ].join('\n')
