/** The place of an element in the files of a merged seed. */
interface Origin {
  file: string
  /** The index in the list of the file. */
  index: number
}

interface Start {
  file: string
  from: number
}

/** Where the elements of each list of a merged seed come from, in order. */
export type Starts = Map<string, Start[]>

const startsOf = new WeakMap<object, Starts>()

/** Remembers where the elements of a merged seed come from. */
export const keepOrigins = (seed: object, starts: Starts): void => {
  startsOf.set(seed, starts)
}

/** Where an element of a seed comes from; undefined for a seed that is one text. */
export const originOf = (seed: object, kind: string, index: number): Origin | undefined => {
  const start = startsOf
    .get(seed)
    ?.get(kind)
    ?.findLast(({ from }) => from <= index)
  return start && { file: start.file, index: index - start.from }
}
