import { InvalidDataError } from '../../errors/invalid-data-error.ts'
import { quote } from '../../errors/quote.ts'
import { displayedSize } from '../../media/work.ts'
import type { SeedFiles } from '../seed-files.ts'
import type { SeedRow } from '../seed-format.ts'

/** File facts that a seed may declare: in place of a file, or where a file does not say them. */
type Declared = Pick<
  SeedRow<'assets'>['subResources'][number],
  'mediaType' | 'sizeBytes' | 'width' | 'height' | 'durationMs' | 'wordNum'
>

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
  const found = { sizeBytes: file.sizeBytes, uniMd5: file.md5, width, height, durationMs, wordNum }
  refuseFalseFact(`${whose} has`, name, declared, found)
  return {
    mediaType,
    ...found,
    fileDigest: file.digest,
    width: width ?? declared.width ?? null,
    height: height ?? declared.height ?? null,
    durationMs: durationMs ?? declared.durationMs ?? null,
    wordNum: wordNum ?? declared.wordNum ?? null,
  }
}

/** Refuses a fact that a seed states beside a file and that is not the one of the file. */
const refuseFalseFact = (start: string, name: string, declared: object, found: object): void => {
  for (const [key, fact] of Object.entries(found)) {
    const stated = Reflect.get(declared, key)
    if (stated !== undefined && fact != null && stated !== fact)
      throw new InvalidDataError(
        `the seed contradicts itself: ${start} ${key} ${quote(stated)}, but its file ${name} has ${quote(fact)}`,
      )
  }
}
