import { type Command, Option } from 'commander'
import { quotedWord } from '../../client/curl.ts'
import { credentialsOf, workspaceUrlOf } from '../../client/server-client.ts'
import { clientCommand } from '../client-command.ts'
import { readOneOf } from '../pairs.ts'

/** How a shell sets a variable, and a line that makes it fail. */
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
export const addEnvCommand = (program: Command): void => {
  const command = program
    .command('env')
    .addOption(
      new Option('--shell <shell>', 'shell that reads the output')
        .choices([...SHELLS.keys()])
        .argParser(readOneOf([...SHELLS.keys()]))
        .default('sh'),
    )
    .option('--token-path <path>', 'token path; default that of the server')
    .description(
      'Print SANDBOX_URL, SANDBOX_ACCESS_TOKEN, SANDBOX_CLIENT_ID and SANDBOX_CLIENT_KEY.',
    )
  clientCommand(
    command,
    [
      'env',
      'env --workspace checkout --json',
      'env --shell fish | source',
      'env --shell powershell | Out-String | Invoke-Expression',
    ],
    async ({ connection, terminal }, _args, { shell, tokenPath }) => {
      const path = tokenPath as string | undefined
      const { accessToken, clientId, clientKey } = await credentialsOf(connection, path)
      const variables = {
        SANDBOX_URL: await workspaceUrlOf(connection),
        SANDBOX_ACCESS_TOKEN: accessToken,
        SANDBOX_CLIENT_ID: clientId,
        SANDBOX_CLIENT_KEY: clientKey,
      }
      const { quote } = SHELLS.get(String(shell)) ?? sh
      terminal.answer(variables, () =>
        Object.entries(variables).map(([name, value]) => quote(name, value)),
      )
    },
  )
}
