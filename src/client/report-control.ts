import type { Connection } from './connection.ts'
import { FINDINGS } from './generated/constants.ts'
import type { Coverage, FindingLevel, FindingsReport } from './generated/control.ts'

/** The findings of the workspace of a connection, or of the whole server where it names none. */
export const readFindings = (
  connection: Connection,
  level?: FindingLevel,
): Promise<FindingsReport> =>
  connection.json('GET', '/findings', { query: { ...findingScopeOf(connection), level } })

/** Deletes the findings of the workspace of a connection, or of the whole server where it names none. */
export const clearFindings = (connection: Connection): Promise<void> =>
  connection.json('DELETE', '/findings', { query: findingScopeOf(connection) })

/** The prefix of a URL names a workspace, too. */
const findingScopeOf = ({ workspace, url, serverUrl }: Connection): { all?: string } =>
  workspace === undefined && url === serverUrl ? { all: 'true' } : {}

const KINDS: ReadonlyMap<string, { means: string; remedy: string }> = new Map(
  Object.entries(FINDINGS),
)

/** Meaning and remedy of a finding; a newer server has findings that are unknown here. */
export const explainFinding = (code: string): string[] => {
  const { means, remedy } = KINDS.get(code) ?? {}
  return means === undefined || remedy === undefined ? [] : [means, remedy]
}

/** What the calls of the workspace of a connection have exercised, or of the whole server where it names none. */
export const readCoverage = (connection: Connection): Promise<Coverage> =>
  connection.json('GET', '/coverage', { query: coverageScopeOf(connection) })

/** Deletes the counts of the workspace of a connection, or of the whole server where it names none. */
export const clearCoverage = (connection: Connection): Promise<void> =>
  connection.json('DELETE', '/coverage', { query: coverageScopeOf(connection) })

const coverageScopeOf = ({ workspace }: Connection): { all?: string } =>
  workspace === undefined ? { all: 'true' } : {}
