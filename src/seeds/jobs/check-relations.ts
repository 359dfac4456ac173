import type Database from 'better-sqlite3'

/**
 * Relations between stored sizes and digests that no constraint of SQLite holds; operations and seeds always store them so. Each
 * query returns a sentence for each row that breaks the relation.
 */
const RELATIONS: readonly string[] = [
  `SELECT format('sub_resources.size_bytes of %d is %d; its file has %d bytes', r.id, r.size_bytes, f.size_bytes)
    FROM sub_resources r JOIN files f ON f.digest = r.file_digest WHERE r.size_bytes <> f.size_bytes`,
  `SELECT format('sub_resources.uni_md5 of %d is %s; the MD5 of its file is %s', r.id, r.uni_md5, f.md5)
    FROM sub_resources r JOIN files f ON f.digest = r.file_digest WHERE r.uni_md5 <> f.md5`,
  `SELECT format('sub_resources.size_bytes of %d is %d; its base_text has %d bytes', id, size_bytes, octet_length(base_text))
    FROM sub_resources
    WHERE base_text IS NOT NULL AND file_digest IS NULL AND size_bytes <> octet_length(base_text)`,
  `SELECT format('sub_resources.size_bytes of the asset %d are more than 9007199254740991 together', asset_id)
    FROM sub_resources GROUP BY asset_id HAVING total(size_bytes) > 9007199254740991`,
  `SELECT format('atoms.size_bytes of %d is %d; its file has %d bytes', a.id, a.size_bytes, f.size_bytes)
    FROM atoms a JOIN files f ON f.digest = a.file_digest WHERE a.size_bytes <> f.size_bytes`,
  `SELECT format('uploads.status of %s is %s; an upload that has a file is completed', substr(id, 1, 100), status)
    FROM uploads WHERE file_digest IS NOT NULL AND status <> 'completed'`,
  `SELECT format('uploads.crc64 of %s differs from that of another upload of its file', substr(max(id), 1, 100))
    FROM uploads WHERE file_digest IS NOT NULL AND crc64 IS NOT NULL
    GROUP BY file_digest HAVING count(DISTINCT crc64) > 1`,
]

/** The sentence of the first relation that a database breaks; undefined where all hold. */
export const brokenRelation = (database: Database.Database): string | undefined => {
  for (const query of RELATIONS) {
    const problem = database.prepare<[], string>(`${query} LIMIT 1`).pluck().get()
    if (problem !== undefined) return problem
  }
  return undefined
}

/** A file as a database describes it, to be compared with its bytes. */
export interface DescribedFile {
  readonly digest: string
  /** The column that describes it. */
  readonly place: string
  readonly sizeBytes: number
  readonly md5: string
  readonly crc64: string | null
}

const DESCRIBED = `SELECT f.digest, 'files' AS place, f.size_bytes AS sizeBytes, f.md5, max(u.crc64) AS crc64
    FROM files f LEFT JOIN uploads u ON u.file_digest = f.digest GROUP BY f.digest
  UNION SELECT digest, 'upload_parts', size_bytes, etag, crc64 FROM upload_parts WHERE digest IS NOT NULL`

/** What a database says of the bytes of its files, and of parts of open uploads. */
export const describedFiles = (database: Database.Database): DescribedFile[] =>
  database.prepare<[], DescribedFile>(DESCRIBED).all()
