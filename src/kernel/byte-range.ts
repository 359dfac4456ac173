/** A part of a file: its first and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}
