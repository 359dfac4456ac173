import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { TestServer } from './server.ts'

/** An instant after every time in the seeds. */
export const NOW = 1_793_000_000_000

/** Settings of a server with the large seed. */
export const DEMO = { env: { SANDBOX_SEED: 'demo' } } as const

/** Creates a second workspace on a server, with a database of its own, and returns its credentials. */
export const otherWorkspace = async (
  server: TestServer,
): Promise<{ token: string; appKey: string }> => {
  const { credentials } = await server.sandbox.create({ seed: 'minimal' })
  return { token: credentials.accessToken ?? '', appKey: credentials.appKey }
}

/** The rows of a seed file under one of its keys. */
export const seedRows = <T>(seed: 'minimal' | 'demo', file: string, key: string): T[] => {
  const path = join(import.meta.dirname, '../../seed', seed, `${file}.json`)
  return JSON.parse(readFileSync(path, 'utf8'))[key]
}

/** Opens a copy of a database in memory; its header is that of one without a write-ahead log, which memory cannot have. */
export const openCopy = (bytes: Uint8Array): Database.Database => {
  const database = new Database(Buffer.from(bytes).fill(1, 18, 20))
  database.pragma('foreign_keys = ON')
  return database
}
