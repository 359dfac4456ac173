import { InvalidDataError } from '../../../errors/invalid-data-error.ts'
import type { SeedFiles } from '../seed-files.ts'

/** What a seed may tell of a file itself: only when it has no file. */
interface Told {
  mediaType?: string
  sizeBytes?: number
}

/** What the file of a part or of an atom says of itself, or what the seed tells when there is none. */
export const factsOf = (files: SeedFiles, name: string | undefined, whose: string, told: Told) => {
  if (name === undefined) {
    const { mediaType, sizeBytes } = told
    if (mediaType === undefined || sizeBytes === undefined)
      throw new InvalidDataError(`${whose} needs file, or else mediaType and sizeBytes`)
    return { mediaType, sizeBytes }
  }
  const file = files.byName.get(name)
  if (!file) throw new InvalidDataError(`${whose} names the file "${name}", which was not read`)
  const { mediaType, width, height, orientation, durationMs, wordNum } = file.facts
  const isTurned = orientation >= 5
  return {
    mediaType,
    sizeBytes: file.sizeBytes,
    fileDigest: file.digest,
    uniMd5: file.md5,
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    durationMs,
    wordNum,
  }
}
