import { hash } from 'node:crypto'

/** The independent streams of repeatable randomness of a workspace. */
export type StreamName = 'ids' | 'trace' | 'faults' | 'variation'

/**
 * The value of a named stream at a place: a pure function of seed, stream and counter, 32 lower-case
 * hexadecimal digits. Only the owner of the counter keeps the position of a stream.
 */
export const streamValue = (seed: number, stream: StreamName, counter: number | string): string =>
  // In one call: a hash object takes longer than the hash, and its native half burdens garbage collection.
  hash('sha256', `${seed}/${stream}/${counter}`).slice(0, 32)

/** The same value laid out as version 4 UUID text. */
export const streamUuid = (seed: number, stream: StreamName, counter: number): string => {
  const hex = streamValue(seed, stream, counter)
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
