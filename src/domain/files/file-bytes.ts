import { prepared, type Store } from '../../db/store.ts'

const fileBytes = prepared((store) =>
  store.sqlite
    .prepare<[], number>(
      `SELECT (SELECT total(size_bytes) FROM files)
        + (SELECT total(size_bytes) FROM upload_parts WHERE digest IS NOT NULL)`,
    )
    .pluck(),
)

/** The size of all files that the data names, parts of uploads included, bytes. */
export const fileBytesOf = (store: Store): number => fileBytes(store).get() ?? 0
