import { flagOf, SETTINGS } from './settings.ts'

/** What `--help` prints: every setting with its flag and what counts without it. */
export const helpText = (): string => {
  const lines = Object.entries(SETTINGS).map(
    ([name, { help, without }]) =>
      `  --${flagOf(name)}, ${name}\n      ${help} (without it: ${without})`,
  )
  return [
    'Usage: npm start -- [flags]',
    '',
    'A stateful reference server for the open interface of a digital asset management service.',
    'Every flag is also a variable.',
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
