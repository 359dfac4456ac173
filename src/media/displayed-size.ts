import type { FileFacts } from './work.ts'

/** Pixels of a picture; null where it has none. */
type Size = Pick<FileFacts, 'width' | 'height'>

type Orientation = Pick<FileFacts, 'orientation'>

/** Whether a picture is displayed turned by a quarter. */
export const isTurned = ({ orientation }: Orientation): boolean => orientation >= 5

/** The size in which a picture is displayed: a turn by a quarter exchanges its sides. */
export const displayedSize = ({ width, height, orientation }: Size & Orientation): Size =>
  isTurned({ orientation }) ? { width: height, height: width } : { width, height }
