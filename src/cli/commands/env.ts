import { type Command, Option } from 'commander'
import { credentialsOf, showWorkspace } from '../../client/server-client.ts'
import { clientCommand } from '../client-command.ts'

const QUOTED: Readonly<Record<string, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", "'\\''")}'`,
  fish: (name, value) => `set -gx ${name} '${value.replace(/[\\']/g, '\\$&')}'`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
}

/** `env`: what a program needs to call a workspace, for the shell. */
export const addEnvCommand = (program: Command): void => {
  const command = program
    .command('env')
    .addOption(
      new Option('--shell <shell>', 'for which shell').choices(Object.keys(QUOTED)).default('sh'),
    )
    .option('--token-path <path>', 'where tokens are asked for, when settings moved it')
    .description(
      'Print SANDBOX_URL, SANDBOX_ACCESS_TOKEN, SANDBOX_CLIENT_ID and SANDBOX_CLIENT_KEY.',
    )
  clientCommand(
    command,
    ['env', 'env --workspace checkout --json', 'env --shell fish | source'],
    async ({ connection, terminal }, _args, { shell, tokenPath }) => {
      const { workspace, url } = connection
      const place =
        workspace === undefined ? '' : `/w/${(await showWorkspace(connection, workspace)).id}`
      const path = tokenPath as string | undefined
      const { accessToken, clientId, clientKey } = await credentialsOf(connection, path)
      const variables = {
        SANDBOX_URL: url + place,
        SANDBOX_ACCESS_TOKEN: accessToken,
        SANDBOX_CLIENT_ID: clientId,
        SANDBOX_CLIENT_KEY: clientKey,
      }
      const quote = QUOTED[String(shell)] ?? QUOTED.sh
      terminal.answer(variables, () =>
        Object.entries(variables).map(([name, value]) => quote?.(name, value) ?? ''),
      )
    },
  )
}
