import { prepared, type Store } from '../../db/store.ts'

const named = prepared((store) =>
  store.sqlite
    .prepare<[], string>(
      `SELECT digest FROM files
       UNION SELECT digest FROM upload_parts WHERE digest IS NOT NULL ORDER BY digest`,
    )
    .pluck(),
)

/** The digests of all files that a database names: whole ones, and parts of open uploads. */
export const namedFiles = (store: Store): string[] => named(store).all()
