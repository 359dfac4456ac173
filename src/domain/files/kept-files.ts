import type { StoredFile } from '../../blobs/blob-store.ts'
import { statement, valueQuery } from '../../db/statements.ts'
import type { Store } from '../../db/store.ts'

const insertFile = statement<[digest: string, md5: string, sizeBytes: number]>(
  'INSERT OR IGNORE INTO files (digest, md5, size_bytes) VALUES (?, ?, ?)',
)

const named = valueQuery<[], string>(
  `SELECT digest FROM files
   UNION SELECT digest FROM upload_parts WHERE digest IS NOT NULL ORDER BY digest`,
)

const totalBytes = valueQuery<[], number>(
  `SELECT (SELECT total(size_bytes) FROM files)
    + (SELECT total(size_bytes) FROM upload_parts WHERE digest IS NOT NULL)`,
)

/** Names a file in a database, which keeps its bytes; returns its digest. */
export const keepFile = (store: Store, { digest, md5, sizeBytes }: StoredFile): string => {
  insertFile(store).run(digest, md5, sizeBytes)
  return digest
}

/** The digests of all files that a database names: whole ones, and parts of open uploads. */
export const namedFiles = (store: Store): string[] => named(store).all()

/** The size of all files that the data names, parts of uploads included, bytes. */
export const fileBytesOf = (store: Store): number => totalBytes(store).get() ?? 0
