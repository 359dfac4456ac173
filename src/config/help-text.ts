import { describeSettings } from './describe-settings.ts'

/** The text of `--help`: every setting with its flag, its variable and its default. */
export const helpText = (): string => {
  const lines = describeSettings().map(
    (setting) =>
      `  --${setting.flag}, ${setting.variable}\n      ${setting.help} (default: ${setting.default})`,
  )
  return [
    'Usage: npm start -- [flags]',
    '',
    'A stateful reference server for the open interface of a digital asset management service.',
    'Every flag has a variable of the same meaning; the flag takes precedence.',
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
