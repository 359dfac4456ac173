import { InvalidDataError } from '../../errors/invalid-data-error.ts'
import type { SeedFiles } from '../seed-files.ts'

/** File facts that a seed may declare, only for a part without a file. */
interface Told {
  mediaType?: string
  sizeBytes?: number
}

/** The facts of a part's or an atom's file, or those that the seed declares in place of a file. */
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
