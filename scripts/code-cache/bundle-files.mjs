// Reads a bundle and V8's code cache of it. Ships inside the entries of `dist`: no dependency, and nothing that Node 20 lacks.
import { isAscii } from 'node:buffer'
import { readFileSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** What Node's own loader puts around a CommonJS module. */
const BEFORE = Buffer.from('(function (exports, require, module, __filename, __dirname) { ')
const AFTER = Buffer.from('\n})')

/** The code cache of a bundle lies beside it. */
const cacheFileOf = (bundle) => bundle.replace(/\.cjs$/, '.cache')

/** The columns that the first line of a bundle is moved by, which positions in stack traces leave out. */
export const MOVED_COLUMNS = BEFORE.length

/** The bytes of a bundle as the function that Node's own loader makes of it. */
export const readWrapped = (bundle) => Buffer.concat([BEFORE, readFileSync(bundle), AFTER])

/** The text of bytes; of ASCII it takes one byte a character, and is made three times as fast. */
export const textOf = (bytes) => (isAscii(bytes) ? bytes.latin1Slice() : bytes.utf8Slice())

/** The code follows at a place that V8 can read it from without a copy. */
const HEADER_BYTES = 128

/**
 * What a cache begins with: checksums, and what it was made with. V8 refuses caches of other versions and flags by itself, but not those
 * of another build of the same version, nor of other sources of the same length, and a damaged one would end the process.
 */
const headerOf = (source, code) => {
  const checked = [source, code, Buffer.from(JSON.stringify(process.config))]
  const sums = checked.map((bytes) => crc32(bytes).toString(16))
  const { version, platform, arch } = process
  return Buffer.from([...sums, version, platform, arch].join(' ').padEnd(HEADER_BYTES)).subarray(
    0,
    HEADER_BYTES,
  )
}

/** Writes the cache of a bundle. */
export const writeCode = (bundle, source, code) =>
  writeFileSync(cacheFileOf(bundle), Buffer.concat([headerOf(source, code), code]))

/** The code in the cache of a bundle; undefined where it was not made of this source by this Node, is damaged or absent. */
export const readCode = (bundle, source) => {
  try {
    const bytes = readFileSync(cacheFileOf(bundle))
    const code = bytes.subarray(HEADER_BYTES)
    return headerOf(source, code).equals(bytes.subarray(0, HEADER_BYTES)) ? code : undefined
  } catch {
    return undefined
  }
}
