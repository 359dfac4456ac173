import { prepared, type Store } from './store.ts'

const bytesOf = prepared((store) =>
  store.sqlite
    .prepare<[], number>('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size')
    .pluck(),
)

/** The size of an open database, in bytes. */
export const databaseBytes = (store: Store): number => bytesOf(store).get() ?? 0
