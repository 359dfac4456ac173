export interface FileFacts {
  /** The type by the bytes; among text types the declared type or the name decides. */
  mediaType: string
  /** Square pixels, before orientation; for SVG the intrinsic size. */
  width: number | null
  height: number | null
  /** 1 to 8 as in EXIF; the rotation of a video is expressed in the same way. */
  orientation: number
  durationMs: number | null
  /** The words of a plain text; null for every other kind of file. */
  wordNum: number | null
  /** False for an image, video or audio file that could not be read. */
  isReadable: boolean
}

export const noFacts = (mediaType: string, isReadable: boolean): FileFacts => ({
  mediaType,
  width: null,
  height: null,
  orientation: 1,
  durationMs: null,
  wordNum: null,
  isReadable,
})

/** The size in which a picture is displayed: a quarter turn swaps its sides. */
export const displayedSize = ({ width, height, orientation }: FileFacts) =>
  orientation >= 5 ? { width: height, height: width } : { width, height }

export interface Hint {
  name: string
  mediaType?: string | undefined
}

export interface Box {
  width: number
  height: number
}

export interface Picture {
  bytes: Buffer
  mediaType: `image/${CardFormat}`
  width: number
  height: number
}

export type CardFormat = 'png' | 'jpeg' | 'gif' | 'webp'

export interface Work {
  detect: { given: { path: string; hint: Hint }; answer: string }
  measure: { given: { path: string; mediaType: string }; answer: FileFacts }
  picture: { given: { path: string; box: Box }; answer: Picture | undefined }
  card: { given: { kind: string; box: Box; format: CardFormat }; answer: Picture }
}

export type Given<K extends keyof Work> = Work[K]['given']

export type Question = { [K in keyof Work]: { kind: K; given: Given<K> } }[keyof Work]
