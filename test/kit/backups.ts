import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Backup, readBackup } from '#src/control/backup/backup-folder.ts'
import { runCli } from './cli.ts'
import type { Ending } from './process.ts'
import type { TestServer } from './server.ts'

/** Runs a backup command against a server. */
export const runBackup = (server: Pick<TestServer, 'url'>, ...args: string[]): Promise<Ending> =>
  runCli([`backup ${args[0]}`, ...args.slice(1)], { SANDBOX_URL: server.url })

/** The same, which must succeed; answers its JSON. */

export const backedUp = async (
  server: Pick<TestServer, 'url'>,
  ...args: string[]
  // biome-ignore lint/suspicious/noExplicitAny: what a command prints as JSON is looked into key by key.
): Promise<any> => {
  const { code, stdout, stderr } = await runBackup(server, ...args, '--json')
  expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

/** Lets databases of a data folder look as if they had not been changed for long. */
export const age = (data: string): void => {
  const folder = join(data, 'databases')
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1_000_000, 1_000_000)
}

export const contentPath = (folder: string, find: (backup: Backup) => string): string => {
  const digest = find(readBackup(folder))
  return join(folder, 'contents', digest.slice(0, 2), digest)
}
