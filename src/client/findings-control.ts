import type { Connection } from './connection.ts'
import { FINDINGS } from './generated/constants.ts'
import type { FindingLevel, FindingsReport } from './generated/control.ts'

/** The findings of the workspace of a connection, or of the whole server where it names none. */
export const readFindings = (
  connection: Connection,
  level?: FindingLevel,
): Promise<FindingsReport> =>
  connection.json('GET', '/findings', { query: { ...scopeOf(connection), level } })

/** Deletes the findings of the workspace of a connection, or of the whole server where it names none. */
export const clearFindings = (connection: Connection): Promise<void> =>
  connection.json('DELETE', '/findings', { query: scopeOf(connection) })

/** The prefix of a URL names a workspace, too. */
const scopeOf = ({ workspace, url, serverUrl }: Connection): { all?: string } =>
  workspace === undefined && url === serverUrl ? { all: 'true' } : {}

const KINDS: ReadonlyMap<string, { means: string; remedy: string }> = new Map(
  Object.entries(FINDINGS),
)

/** Meaning and remedy of a finding; a newer server has findings that are unknown here. */
export const explainFinding = (code: string): string[] => {
  const { means, remedy } = KINDS.get(code) ?? {}
  return means === undefined || remedy === undefined ? [] : [means, remedy]
}
