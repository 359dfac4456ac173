import type { Store } from '../../db/store.ts'
import { uploadParts, uploads } from '../../db/tables/workspace/uploads.ts'
import { keepFile } from '../../domain/files/kept-files.ts'
import type { SeedFiles } from '../seed-files.ts'
import type { Seed } from '../seed-format.ts'
import { insertAll, putAll } from './insert-rows.ts'

/** Loads the names of files of a seed. */
export const loadFiles = (store: Store, { byName }: SeedFiles): void => {
  for (const file of byName.values()) keepFile(store, file)
}

/** Loads uploads with all their parts; they never expire. */
export const loadUploads = (store: Store, seed: Seed, files: SeedFiles): void => {
  const seedUploads = seed.uploads ?? []
  putAll(
    store,
    uploads,
    seedUploads.map(({ file, partSizeBytes: _, ...upload }) => ({
      ...upload,
      mediaType: files.byName.get(file)?.facts.mediaType ?? '',
      sizeBytes: files.byName.get(file)?.sizeBytes ?? 0,
      status: 'open' as const,
      expiresAtMs: null,
      completedAtMs: null,
      fileDigest: null,
    })),
  )
  insertAll(
    store,
    uploadParts,
    seedUploads.flatMap(({ id }) =>
      (files.partsOf.get(id) ?? []).map(({ digest, md5, sizeBytes }, index) => ({
        uploadId: id,
        partNumber: index + 1,
        etag: md5,
        sizeBytes,
        digest,
      })),
    ),
  )
}
