import { sql } from 'drizzle-orm'
import { type CheckBuilder, check } from 'drizzle-orm/sqlite-core'
import { MAX_INTEGER } from '../../../kernel/ids.ts'
import { LIMITS } from '../../../kernel/limits.ts'
import { columnName } from '../statements.ts'

/** A condition as SQL over the name of a column; null meets every one. */
type Condition = (column: string) => string

/** The latest instant of JavaScript, epoch ms. */
const LAST_INSTANT_MS = 8_640_000_000_000_000

const between =
  (least: number, most: number): Condition =>
  (column) =>
    `${column} BETWEEN ${least} AND ${most}`

export const ID = between(1, MAX_INTEGER)
export const COUNT = between(0, MAX_INTEGER)
export const WHOLE = between(-MAX_INTEGER, MAX_INTEGER)
export const INSTANT = between(0, LAST_INSTANT_MS)
export const NOT_NEGATIVE: Condition = (column) => `${column} >= 0`
export const FLAG: Condition = (column) => `${column} IN (0, 1)`
export const TEXT: Condition = (column) =>
  `octet_length(${column}) <= ${LIMITS.storedTextBytes.max}`
/** SQLite's functions for JSON stop at a NUL. */
export const JSON_TEXT: Condition = (column) =>
  `${TEXT(column)} AND instr(${column}, char(0)) = 0 AND json_valid(${column})`

export const VALID_JSON: Condition = (column) => `json_valid(${column})`
/** An unsigned number of 64 bits in decimal digits. */
export const CRC64: Condition = (column) =>
  `octet_length(${column}) <= 20 AND ${column} NOT GLOB '*[^0-9]*'`

export const hexOf =
  (length: number, digits = '0-9a-f'): Condition =>
  (column) =>
    `octet_length(${column}) = ${length} AND ${column} NOT GLOB '*[^${digits}]*'`

export const glob =
  (pattern: string): Condition =>
  (column) =>
    `${column} GLOB '${pattern}'`

export const oneOf =
  (...values: readonly (string | number)[]): Condition =>
  (column) =>
    `${column} IN (${values.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', ')})`

/** The constraints of columns by their keys, one each. */
export const checked = (condition: Condition, ...keys: readonly string[]): CheckBuilder[] =>
  keys.map(columnName).map((name) => check(`${name}_check`, sql.raw(condition(name))))
