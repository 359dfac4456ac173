import { quotedWord } from '../../client/curl.ts'
import { credentialsOf, workspaceUrlOf } from '../../client/server-client.ts'
import type { CommandSpec } from '../command.ts'
import { readChoice } from '../readers.ts'

type Quote = (name: string, value: string) => string

const posix: Quote = (name, value) => `export ${name}=${quotedWord(value)}`

/** How a shell sets a variable. */
const SHELLS: ReadonlyMap<string, Quote> = new Map<string, Quote>([
  ['sh', posix],
  ['bash', posix],
  ['zsh', posix],
  ['fish', (name, value) => `set -gx ${name} '${value.replace(/[\\']/g, '\\$&')}'`],
  ['powershell', (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`],
])

/**
 * The line that a failing `env` prints for the shell: `eval` of nothing succeeds, and the commands after it would
 * act on another workspace.
 */
export const failureOfEnv = ([command, ...args]: readonly string[]): string => {
  if (command !== 'env' || args.includes('--json')) return ''
  return /powershell/.test(args.join(' ')) ? "throw 'dam-sandbox env failed'\n" : 'false\n'
}

/** `env`: URL and credentials of a workspace, as variables of a shell. */
export const env: CommandSpec = {
  help: 'Print SANDBOX_URL, SANDBOX_ACCESS_TOKEN, SANDBOX_CLIENT_ID and SANDBOX_CLIENT_KEY.',
  options: {
    '--shell <shell>': [
      'shell that reads the output',
      readChoice([...SHELLS.keys()]),
      (option) => option.default('sh'),
    ],
    '--token-path <path>': 'token path; default that of the server',
  },
  examples: [
    'env',
    'env --workspace checkout --json',
    'env --shell fish | source',
    'env --shell powershell | Out-String | Invoke-Expression',
  ],
  async run({ connection, terminal }, _args, given: { shell: string; tokenPath?: string }) {
    const { accessToken, clientId, clientKey } = await credentialsOf(connection, given.tokenPath)
    const variables = {
      SANDBOX_URL: await workspaceUrlOf(connection),
      SANDBOX_ACCESS_TOKEN: accessToken,
      SANDBOX_CLIENT_ID: clientId,
      SANDBOX_CLIENT_KEY: clientKey,
    }
    const quote = SHELLS.get(given.shell) ?? posix
    terminal.answer(variables, () => Object.entries(variables).map((pair) => quote(...pair)))
  },
}
