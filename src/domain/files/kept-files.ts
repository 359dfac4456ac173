import type { StoredFile } from '../../store/blobs/blob-store.ts'
import type { Store } from '../../store/db/store.ts'

const INSERT_FILE = 'INSERT OR IGNORE INTO files (digest, md5, size_bytes) VALUES (?, ?, ?)'

const NAMED = `SELECT digest FROM files
   UNION SELECT digest FROM upload_parts WHERE digest IS NOT NULL ORDER BY digest`

const TOTAL_BYTES = `SELECT (SELECT total(size_bytes) FROM files)
    + (SELECT total(size_bytes) FROM upload_parts WHERE digest IS NOT NULL)`

/** Names a file in a database, which keeps its bytes; returns its digest. */
export const keepFile = (store: Store, { digest, md5, sizeBytes }: StoredFile): string => {
  store.run(INSERT_FILE, digest, md5, sizeBytes)
  return digest
}

/** The digests of all files that a database names: whole ones, and parts of open uploads. */
export const namedFiles = (store: Store): string[] => store.values<string>(NAMED)

/** The size of all files that the data names, parts of uploads included, bytes. */
export const fileBytesOf = (store: Store): number => store.value<number>(TOTAL_BYTES) ?? 0
