import type { StoredFile } from '../../blobs/blob-store.ts'
import { placeholdersFor } from '../../db/sql.ts'
import { prepared, type Store } from '../../db/store.ts'
import { files } from '../../db/tables/workspace/files.ts'

const insertFile = prepared((store) =>
  store.orm.insert(files).values(placeholdersFor(files)).onConflictDoNothing().prepare(),
)

/** Names a file in a database, which keeps its bytes; returns its digest. */
export const keepFile = (store: Store, { digest, md5, sizeBytes }: StoredFile): string => {
  insertFile(store).run({ digest, md5, sizeBytes })
  return digest
}
