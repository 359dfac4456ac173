import { prepared, type Store } from '../../db/store.ts'
import type { Workspace } from '../../workspaces/workspace.ts'

/** Which rows of a kind, newest first. */
export type Window = { limit: number; offset: number }

/** A kind of record: how many there are, and some of them as they are answered. */
export interface Kind {
  count(store: Store): number
  read(workspace: Workspace, window: Window): object[]
}

/** Counts the rows of a table of ours, of which a condition may follow. */
export const counterOf = (table: string): ((store: Store) => number) => {
  const statement = prepared((store) =>
    store.sqlite.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck(),
  )
  return (store) => statement(store).get() ?? 0
}
