import { quotedWord } from '../../client/curl.ts'
import { credentialsOf, workspaceUrlOf } from '../../client/server-client.ts'
import type { CommandSpec } from '../command.ts'

/**
 * The line that a failing `env` prints for the shell: `eval` of nothing succeeds, and the commands after it would
 * act on another workspace.
 */
export const failureOfEnv = ([command, ...args]: readonly string[]): string =>
  command === 'env' && !args.includes('--json') ? 'false\n' : ''

export const env: CommandSpec = {
  help: 'Print SANDBOX_URL, SANDBOX_ACCESS_TOKEN, SANDBOX_CLIENT_ID, SANDBOX_CLIENT_KEY and SANDBOX_STORAGE_URL for a POSIX shell.',
  takes: { '--token-path <path>': 'token path; default: the server setting' },
  examples: ['env', 'env --workspace checkout --json'],
  async run({ connection, terminal }, _args, { tokenPath }: { tokenPath?: string }) {
    const { accessToken, clientId, clientKey, fixtures } = await credentialsOf(
      connection,
      tokenPath,
    )
    const variables = {
      SANDBOX_URL: await workspaceUrlOf(connection),
      SANDBOX_ACCESS_TOKEN: accessToken,
      SANDBOX_CLIENT_ID: clientId,
      SANDBOX_CLIENT_KEY: clientKey,
      ...(fixtures.storage && { SANDBOX_STORAGE_URL: fixtures.storage.url }),
    }
    terminal.answer(variables, () =>
      Object.entries(variables).map(([name, value]) => `export ${name}=${quotedWord(value)}`),
    )
  },
}
