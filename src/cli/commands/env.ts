import { quotedWord } from '../../client/curl.ts'
import { credentialsOf, workspaceUrlOf } from '../../client/server-client.ts'
import type { CommandSpec } from '../command.ts'
import { readChoice } from '../readers.ts'

/** How a shell sets a variable, and the command of it that fails. */
interface Shell {
  quote: (name: string, value: string) => string
  failure: string
}

const sh: Shell = {
  quote: (name, value) => `export ${name}=${quotedWord(value)}`,
  failure: 'false',
}

const SHELLS: ReadonlyMap<string, Shell> = new Map(
  Object.entries<Shell>({
    sh,
    bash: sh,
    zsh: sh,
    fish: {
      quote: (name, value) => `set -gx ${name} '${value.replace(/[\\']/g, '\\$&')}'`,
      failure: 'false',
    },
    powershell: {
      quote: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
      failure: "throw 'dam-sandbox env failed'",
    },
  }),
)

/**
 * The line that a failing `env` prints for the shell: `eval` of nothing succeeds, and the commands after it would
 * act on another workspace.
 */
export const failureOfEnv = ([command, ...args]: readonly string[]): string => {
  if (command !== 'env' || args.includes('--json')) return ''
  const given = args.find((argument) => argument.startsWith('--shell='))?.slice('--shell='.length)
  const shell = given ?? args[args.indexOf('--shell') + 1] ?? ''
  return `${(SHELLS.get(shell) ?? sh).failure}\n`
}

/** `env`: URL and credentials of a workspace, as variables of a shell. */
export const env: CommandSpec = {
  help: 'Print SANDBOX_URL, SANDBOX_ACCESS_TOKEN, SANDBOX_CLIENT_ID and SANDBOX_CLIENT_KEY.',
  options: {
    '--shell <shell>': {
      help: 'shell that reads the output',
      read: readChoice([...SHELLS.keys()]),
      default: 'sh',
    },
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
    const { quote } = SHELLS.get(given.shell) ?? sh
    terminal.answer(variables, () => Object.entries(variables).map((pair) => quote(...pair)))
    return undefined
  },
}
