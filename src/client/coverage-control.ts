import type { Connection } from './connection.ts'
import type { Coverage } from './generated/control.ts'

/** What the calls of the workspace of a connection have exercised, or of the whole server where it names none. */
export const readCoverage = (connection: Connection): Promise<Coverage> =>
  connection.json('GET', '/coverage', { query: scopeOf(connection) })

/** Deletes the counts of the workspace of a connection, or of the whole server where it names none. */
export const clearCoverage = (connection: Connection): Promise<void> =>
  connection.json('DELETE', '/coverage', { query: scopeOf(connection) })

const scopeOf = ({ workspace }: Connection): { all?: string } =>
  workspace === undefined ? { all: 'true' } : {}
