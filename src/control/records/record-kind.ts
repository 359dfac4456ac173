import { prepared, type Store } from '../../db/store.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { RecordKind, RecordRow } from './schema.ts'

/** The rows of a kind to read, newest first. */
export type Window = { limit: number; offset: number }

/** A kind of record: the number of all, and rows as they are answered. */
export interface Kind<K extends RecordKind> {
  count(store: Store): number
  read(workspace: Workspace, window: Window): RecordRow<K>[]
}

/** Counts the rows of a table; a condition may follow its name. */
export const counterOf = (table: string): ((store: Store) => number) => {
  const statement = prepared((store) =>
    store.sqlite.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck(),
  )
  return (store) => statement(store).get() ?? 0
}
