import type Database from 'better-sqlite3'
import { Column, is, noopDecoder, Param, Placeholder, type Query, SQL } from 'drizzle-orm'
import { BetterSQLiteSession, PreparedQuery } from 'drizzle-orm/better-sqlite3/session'
import { NoopCache } from 'drizzle-orm/cache/core'
import { NoopLogger } from 'drizzle-orm/logger'
import type {
  PreparedQueryConfig,
  SelectedFieldsOrdered,
  SQLiteSyncDialect,
} from 'drizzle-orm/sqlite-core'

type Values = Record<string, unknown>
type Convert = (value: unknown) => unknown

/** What a query binds: a value, or that of a placeholder. */
interface Bound {
  /** The name of the placeholder; undefined for a value. */
  readonly name: string | undefined
  readonly value: unknown
  readonly encode: Convert | undefined
}

/** A column of a row; `decode` is undefined where its value is as SQLite has it. */
interface ReadColumn {
  /** The object in the row that has the column; undefined for the row itself. */
  readonly inside: string | undefined
  readonly name: string
  readonly decode: Convert | undefined
}

/** It can make an object in a row null; the builder's own query then makes the rows. */
const OUTER_JOIN = / (?:left|right|full) join /

const NO_VALUES: Values = {}
const NO_LOGGER = new NoopLogger()
const NO_CACHE = new NoopCache()

/** Prepares the queries of a builder so that their parameters and columns are looked at once. */
export class CompilingSession extends BetterSQLiteSession<
  Record<string, never>,
  Record<string, never>
> {
  readonly #sqlite: Database.Database

  constructor(sqlite: Database.Database, dialect: SQLiteSyncDialect) {
    super(sqlite, dialect, undefined)
    this.#sqlite = sqlite
  }

  override prepareQuery<T extends Prepared>(...given: PrepareArguments): PreparedQuery<T> {
    const [query, fields, method, isInArrays, ownMapper] = given
    const columns = ownMapper || OUTER_JOIN.test(query.sql) ? undefined : columnsOf(fields)
    if (!columns) return super.prepareQuery(...given)
    const statement = this.#sqlite.prepare(query.sql)
    return new CompiledQuery<T>({ statement, query, columns, method, isInArrays })
  }
}

type PrepareArguments = Parameters<BetterSQLiteSession<never, never>['prepareQuery']>

/** What the builder knows of the results of a query. */
type Prepared = Omit<PreparedQueryConfig, 'run'>

interface CompiledParts {
  readonly statement: Database.Statement
  readonly query: Query
  readonly columns: readonly ReadColumn[]
  readonly method: 'run' | 'all' | 'get'
  readonly isInArrays: boolean
}

/** The builder's own query looks at its parameters, and at every column of every row, each time: about the work of SQLite. */
class CompiledQuery<T extends Prepared> extends PreparedQuery<T & PreparedQueryConfig> {
  readonly #statement: Database.Statement
  readonly #bound: readonly Bound[]
  readonly #columns: readonly ReadColumn[]

  constructor({ statement, query, columns, method, isInArrays }: CompiledParts) {
    super(
      statement,
      query,
      NO_LOGGER,
      NO_CACHE,
      undefined,
      undefined,
      undefined,
      method,
      isInArrays,
    )
    this.#statement = columns.length > 0 ? statement.raw() : statement
    this.#bound = query.params.map(boundBy)
    this.#columns = columns
  }

  // Values are passed as arguments: the driver reads a list element by element, which takes longer than binding them.
  override run(values?: Values): Database.RunResult {
    return this.#statement.run(...this.#bind(values))
  }

  override all(values?: Values): unknown[] {
    const rows = this.#statement.all(...this.#bind(values))
    return this.#columns.length > 0 ? rows.map((row) => this.#toRow(row)) : rows
  }

  override get(values?: Values): unknown {
    const row = this.#statement.get(...this.#bind(values))
    return row !== undefined && this.#columns.length > 0 ? this.#toRow(row) : row
  }

  #bind(values = NO_VALUES): unknown[] {
    return this.#bound.map(({ name, value, encode }) => {
      if (name === undefined) return value
      if (!Object.hasOwn(values, name)) throw new Error(`the query has no value for ${name}`)
      return encode ? encode(values[name]) : values[name]
    })
  }

  #toRow(given: unknown): Values {
    const found = given as readonly unknown[]
    const row: Values = {}
    let index = 0
    for (const { inside, name, decode } of this.#columns) {
      const value = found[index]
      const place = inside === undefined ? row : objectIn(row, inside)
      place[name] = decode && value !== null ? decode(value) : value
      index += 1
    }
    return row
  }
}

const objectIn = (row: Values, name: string): Values => {
  row[name] ??= {}
  return row[name] as Values
}

/** The columns of the rows of a query; undefined where the builder's own query has to make the rows. */
const columnsOf = (fields: SelectedFieldsOrdered = []): ReadColumn[] | undefined => {
  const columns = fields.flatMap(({ path, field }) => {
    const decoder = decoderOf(field)
    const [name, inside, ...further] = path.toReversed()
    if (!decoder || name === undefined || further.length > 0) return []
    const decode: Convert = (value) => decoder.mapFromDriverValue(value)
    return { inside, name, decode: isPlain(decoder) ? undefined : decode }
  })
  return columns.length === fields.length ? columns : undefined
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}

const decoderOf = (field: SelectedFieldsOrdered[number]['field']): Decoder | undefined => {
  if (is(field, Column)) return field
  const expression = is(field, SQL.Aliased) ? field.sql : field
  // The type leaves it out.
  return is(expression, SQL) ? (expression as unknown as { decoder: Decoder }).decoder : undefined
}

const isPlain = (decoder: Decoder): boolean =>
  decoder === noopDecoder || decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue

/** What a parameter of a query binds. */
const boundBy = (param: unknown): Bound => {
  if (is(param, Placeholder)) return { name: param.name, value: undefined, encode: undefined }
  if (!(is(param, Param) && is(param.value, Placeholder)))
    return { name: undefined, value: param, encode: undefined }
  const { value, encoder } = param
  const encode: Convert = (given) => encoder.mapToDriverValue(given)
  const isPlain = encoder.mapToDriverValue === Column.prototype.mapToDriverValue
  return { name: value.name, value: undefined, encode: isPlain ? undefined : encode }
}
