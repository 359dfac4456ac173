import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../core/client.ts'
import { bare, callerOf, jsonRequest } from '../core/request.ts'
import type { ServerProcess } from '../core/server-process.ts'
import { clear } from '../core/tenant.ts'

const DUE_MS = 20_000
/** The token of the default workspace, which is well-known. */
const TOKEN = '00000000-0000-4000-8000-000000000001'

const filesBelow = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  } catch {
    return []
  }
}

export const contentsOf = (server: ServerProcess): string[] =>
  filesBelow(join(server.folder, 'files', 'contents'))

/** Removes all workspaces, lets the server sweep, and answers what is left and belongs to nothing. */
export const findOrphans = async (
  server: ServerProcess,
  client: Client,
  seedFiles: ReadonlySet<string>,
): Promise<string[]> => {
  await clear(client)
  const left = (): string[] => [
    ...contentsOf(server).filter((digest) => !seedFiles.has(digest)),
    ...filesBelow(join(server.folder, 'files', 'unfinished')),
  ]
  for (const end = performance.now() + DUE_MS; left().length > 0 && performance.now() < end; ) {
    await askForSweep(client)
    await pause(200)
  }
  return left()
}

const askForSweep = async (client: Client): Promise<void> => {
  const caller = callerOf(TOKEN)
  const { uploadId } = await client.call<{ uploadId: string }>(
    jsonRequest('POST', '/_files/uploads', { name: 'a', size: 1 }, caller),
  )
  await client.call(bare('DELETE', `/_files/uploads/${uploadId}`, caller))
}
