import { InvalidDataError } from '../../errors/invalid-data-error.ts'
import { displayedSize } from '../../media/displayed-size.ts'
import type { SeedFiles } from '../seed-files.ts'

/** File facts that a seed may declare: in place of a file, or where a file does not say them. */
interface Declared {
  mediaType?: string
  sizeBytes?: number
  width?: number
  height?: number
  durationMs?: number
  wordNum?: number
}

/** The facts of a part's or an atom's file, or those that the seed declares in place of a file. */
export const factsOf = (
  files: SeedFiles,
  name: string | undefined,
  whose: string,
  declared: Declared,
) => {
  if (name === undefined) {
    const { mediaType, sizeBytes } = declared
    if (mediaType === undefined || sizeBytes === undefined)
      throw new InvalidDataError(`${whose} needs file, or else mediaType and sizeBytes`)
    return { mediaType, sizeBytes }
  }
  const file = files.byName.get(name)
  if (!file) throw new InvalidDataError(`${whose} names the file "${name}", which was not read`)
  const { mediaType, durationMs, wordNum } = file.facts
  const { width, height } = displayedSize(file.facts)
  return {
    mediaType,
    sizeBytes: file.sizeBytes,
    fileDigest: file.digest,
    uniMd5: file.md5,
    width: width ?? declared.width ?? null,
    height: height ?? declared.height ?? null,
    durationMs: durationMs ?? declared.durationMs ?? null,
    wordNum: wordNum ?? declared.wordNum ?? null,
  }
}
