import type { FileFacts } from './work.ts'

type Size = Pick<FileFacts, 'width' | 'height'>

type Orientation = Pick<FileFacts, 'orientation'>

/** Whether a picture is displayed turned by a quarter. */
const isTurned = ({ orientation }: Orientation): boolean => orientation >= 5

/** The size in which a picture is displayed: a quarter turn swaps its sides. */
export const displayedSize = ({ width, height, orientation }: Size & Orientation): Size =>
  isTurned({ orientation }) ? { width: height, height: width } : { width, height }
