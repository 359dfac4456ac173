import type { Store } from '../../store/db/store.ts'
import { uploadParts, uploads } from '../../store/db/tables/workspace/uploads.ts'
import type { SeedFiles } from '../seed-files.ts'
import type { SeedLists } from '../seed-format.ts'
import { fillAll, putAll } from './insert-rows.ts'

/** Loads uploads with all their parts; they never expire. */
export const loadUploads = (store: Store, { uploads: rows }: SeedLists, files: SeedFiles): void => {
  const complete = rows.map(({ file, ...upload }) => ({
    ...upload,
    mediaType: files.byName.get(file)?.facts.mediaType ?? '',
    sizeBytes: files.byName.get(file)?.sizeBytes ?? 0,
    status: 'open' as const,
  }))
  putAll(store, uploads, complete)
  const parts = rows.flatMap(({ id }) =>
    (files.partsOf.get(id) ?? []).map(({ digest, md5, sizeBytes }, index) => ({
      uploadId: id,
      partNumber: index + 1,
      etag: md5,
      sizeBytes,
      digest,
    })),
  )
  fillAll(store, uploadParts, 'uploadId', rows, parts)
}
