import type Database from 'better-sqlite3'
import { findWrongTable } from '../db/derived-tables.ts'
import { idBeforeFirst, type SequenceName } from '../db/sequences.ts'
import { isObject } from '../kernel/is-object.ts'
import { isTooDeep } from '../kernel/json-scan.ts'
import { MEANINGS, type MeantColumn, type MeantTable } from './column-meanings.ts'
import { IS_JSON } from './meanings.ts'

type Counted = readonly [table: string, column: string]

/** Tables of the ids of each sequence. */
const COUNTED: Readonly<Record<SequenceName, readonly Counted[]>> = {
  user: [['users', 'id']],
  assetOrFile: [
    ['assets', 'id'],
    ['sub_resources', 'id'],
    ['atoms', 'id'],
  ],
  approval: [['approvals', 'id']],
  approvalTask: [['approval_tasks', 'sequence']],
  crowdMember: [['crowd_members', 'id']],
  portalCollaborator: [['portal_collaborators', 'id']],
  notification: [['notifications', 'id']],
  trackingRecord: [['tracking_records', 'id']],
  imageSearchReport: [['image_search_reports', 'id']],
  upload: [],
  stateItem: [],
  // Rows of other packs may be above the last id, because a free id is searched.
  crowdPackRow: [],
}

/** The first value that does not fit the meaning of its column, as the end of a sentence; undefined when all do. */
export const findWrongValue = (database: Database.Database): string | undefined => {
  database.function(IS_JSON, { deterministic: true }, isJson)
  for (const table of MEANINGS) {
    const wrong = findInTable(database, table)
    if (wrong !== undefined) return wrong
  }
  return findInSequences(database) ?? findRepeated(database) ?? findInDerived(database)
}

/** Ids of tasks are unique by the way they are made, and have no index that would show it. */
const findRepeated = (database: Database.Database): string | undefined => {
  const row = database
    .prepare<[], number>(
      'SELECT max(sequence) FROM approval_tasks GROUP BY id HAVING count(*) > 1 LIMIT 1',
    )
    .pluck()
    .get()
  return row === undefined
    ? undefined
    : `approval_tasks.id of row ${row} must be that of no other row`
}

const findInDerived = (database: Database.Database): string | undefined => {
  const wrong = findWrongTable(database)
  return wrong && `${wrong} must be derived from the other tables`
}

/** Returns 1 or 0, the booleans of SQL. */
const isJson = (text: unknown, mustBeObject: unknown): number => {
  try {
    const json = Buffer.from(String(text))
    if (isTooDeep(json)) return 0
    const value: unknown = JSON.parse(json.toString('utf8'))
    return isObject(value) || mustBeObject === 0 ? 1 : 0
  } catch {
    return 0
  }
}

const conditionOf = ({ name, isNullable, meaning }: MeantColumn): string => {
  const column = `"${name}"`
  const holds = `coalesce((${meaning.holds(column)}), 0)`
  return isNullable ? `(${column} IS NULL OR ${holds})` : holds
}

/** One pass over the table, for any columns. */
const findInTable = (
  database: Database.Database,
  { name, columns }: MeantTable,
): string | undefined => {
  const cases = columns.map((column, index) => `WHEN NOT ${conditionOf(column)} THEN ${index}`)
  const all = columns.map(conditionOf).join(' AND ')
  const found = database
    .prepare<[], { row: number; place: number }>(
      `SELECT rowid AS "row", CASE ${cases.join(' ')} END AS place FROM "${name}" WHERE NOT (${all}) LIMIT 1`,
    )
    .get()
  const column = found && columns[found.place]
  return column && `${name}.${column.name} of row ${found.row} must ${column.meaning.must}`
}

const findInSequences = (database: Database.Database): string | undefined => {
  const names = Object.keys(COUNTED) as SequenceName[]
  const known = names.map((name) => `'${name}'`).join(', ')
  const unknown = database
    .prepare<[], number>(`SELECT rowid FROM sequences WHERE name NOT IN (${known}) LIMIT 1`)
    .pluck()
    .get()
  if (unknown !== undefined) return `sequences.name of row ${unknown} must be one of ${known}`
  const counted = names.flatMap((name) => COUNTED[name].map((place) => [name, ...place] as const))
  for (const [name, table, column] of counted) {
    const { highest, last } = database
      .prepare<[string], { highest: number | null; last: number | null }>(
        `SELECT (SELECT max(${column}) FROM ${table}) AS highest,
           (SELECT last FROM sequences WHERE name = ?) AS last`,
      )
      .get(name) ?? { highest: null, last: null }
    if ((highest ?? 0) > (last ?? idBeforeFirst(name)))
      return `sequences.last of ${name} must be at least ${highest}, which ${table} has`
  }
  return undefined
}
