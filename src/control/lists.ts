import type { Static, TObject } from '@sinclair/typebox'
import { LIMITS } from '../kernel/limits.ts'
import { columnName } from '../store/db/statements.ts'
import type { Store } from '../store/db/store.ts'

export interface ListSource<Row extends TObject = TObject> {
  readonly row: Row
  /** A table, which a condition may follow. */
  readonly from: string
  readonly order: string
  /** The condition by which a page begins after `:after`. */
  readonly begins?: string
  /** Expressions of properties that are no columns of the same name. */
  readonly sql?: { readonly [Property in keyof Static<Row>]?: string }
}

/** Columns that have other names than the properties of rows. */
const COLUMNS: ReadonlyMap<string, string> = new Map([
  ['createTime', 'created_at_ms'],
  ['updateTime', 'updated_at_ms'],
  ['size', 'size_bytes'],
  ['type', 'media_type'],
  ['sha256', 'file_digest'],
])

export const jsonObject = <Row extends TObject>(
  { properties }: Row,
  sql: ListSource<Row>['sql'] = {},
): string => {
  const expressions = new Map(Object.entries<string | undefined>(sql))
  const pairs = Object.keys(properties).map(
    (name) => `'${name}', ${expressions.get(name) ?? COLUMNS.get(name) ?? columnName(name)}`,
  )
  return `json_object(${pairs.join(', ')})`
}

export const jsonFlag = (condition: string): string => `json(iif(${condition}, 'true', 'false'))`

type ListParameters = Readonly<Record<string, string | number | null>>

/** The first rows of a list, as many as fit into an answer, and how many there are. */
interface Page<Row> {
  total: number
  rows: Row[]
  isLast: boolean
}

/** Makes the reader of a list; at least one row is read, others while they fit into an answer. */
export const defineList = <Row extends TObject>(source: ListSource<Row>) => {
  const { from, order, begins = '' } = source
  const json = jsonObject(source.row, source.sql)
  const count = `SELECT count(*) FROM ${from}`
  const page = `SELECT ${json} FROM ${from} ${begins} ORDER BY ${order} LIMIT (:limit + 0)`
  return (store: Store, limit: number, parameters: ListParameters = {}): Page<Static<Row>> => {
    const found: Page<Static<Row>> = {
      total: store.value(count, parameters) ?? 0,
      rows: [],
      isLast: true,
    }
    let length = 0
    for (const text of store.eachValue<string>(page, { ...parameters, limit: limit + 1 })) {
      found.isLast = found.rows.length < limit && length < LIMITS.recordsAnswerBytes.max
      if (!found.isLast) break
      found.rows.push(JSON.parse(text))
      length += text.length
    }
    return found
  }
}

/** The id after which the next page begins; null at the end. */
export const nextAfter = ({ rows, isLast }: Page<{ id: number }>): number | null =>
  isLast ? null : (rows.at(-1)?.id ?? null)
