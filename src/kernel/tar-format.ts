/** The format of tar archives: ustar headers, with the extensions of POSIX (pax) and GNU for what does not fit. */

/** Everything in an archive begins at a multiple of this. */
export const BLOCK_BYTES = 512

/** A header: name, size and type of the content that follows. */
export interface TarHeader {
  name: string
  /** Bytes of content. */
  size: number
  type: TarType
}

const TYPES = {
  '0': 'file',
  '\u0000': 'file',
  '7': 'file',
  '1': 'hard link',
  '2': 'symlink',
  '3': 'character device',
  '4': 'block device',
  '5': 'directory',
  '6': 'FIFO',
  x: 'pax',
  g: 'global pax',
  L: 'long name',
  K: 'long link',
} as const

/** The types of entries, and of headers about the next entry. */
export type TarType = (typeof TYPES)[keyof typeof TYPES] | 'unknown'

/** An archive that does not follow the format; the message completes "The archive cannot be read:". */
export class TarError extends Error {
  override name = 'TarError'
}

const typeNames = new Map<string, TarType>(Object.entries(TYPES))

/** The fields of a header: first byte and length. */
const FIELDS = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 6],
  version: [263, 2],
  prefix: [345, 155],
} as const

type Field = keyof typeof FIELDS

/** The bytes that fill the last block of a content. */
export const paddingOf = (size: number): number =>
  (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES

/** Reads a header; undefined for an empty block, which ends an archive. */
export const readHeader = (block: Buffer): TarHeader | undefined => {
  if (block.every((byte) => byte === 0)) return undefined
  if (numberIn(block, 'checksum') !== checksumOf(block)) throw new TarError('a header is damaged')
  if (!textIn(block, 'magic').startsWith('ustar')) throw new TarError('it is not a tar archive')
  const prefix = block[FIELDS.magic[0] + 5] === 0 ? textIn(block, 'prefix') : ''
  const name = textIn(block, 'name')
  return {
    name: prefix ? `${prefix}/${name}` : name,
    size: numberIn(block, 'size'),
    type: typeNames.get(String.fromCharCode(block[FIELDS.type[0]] ?? 0)) ?? 'unknown',
  }
}

/** Reads name and size of the next entry from a pax header; other records are ignored. */
export const readPax = (content: Buffer): Partial<Pick<TarHeader, 'name' | 'size'>> => {
  const said: { name?: string; size?: number } = {}
  for (let start = 0; start < content.length; ) {
    const length = /^\d{1,9}(?= )/.exec(content.toString('latin1', start, start + 10))?.[0] ?? ''
    const end = start + Number(length)
    const record = content.toString('utf8', start + length.length + 1, end - 1)
    const [, key, value = ''] = /^([^=]+)=(.*)$/s.exec(record) ?? []
    if (end > content.length || content[end - 1] !== 0x0a || key === undefined)
      throw new TarError('a pax header is damaged')
    if (key === 'path') said.name = value
    if (key === 'size') said.size = wholeNumber(value, 10)
    start = end
  }
  return said
}

/** The header of a regular file of any name; one that does not fit stands in a header (pax) before it. */
export const fileHeader = (name: string, size: number, mtimeSeconds: number): Buffer => {
  if (isPlain(name)) return header(name, size, mtimeSeconds, '0')
  const record = paxRecord('path', name)
  return Buffer.concat([
    header('PaxHeader', record.length, mtimeSeconds, 'x'),
    record,
    Buffer.alloc(paddingOf(record.length)),
    header(name.replaceAll(/[^ -~]/g, '_').slice(0, NAME_BYTES), size, mtimeSeconds, '0'),
  ])
}

const NAME_BYTES = 100

const isPlain = (name: string): boolean => name.length <= NAME_BYTES && /^[ -~]*$/.test(name)

/** A record begins with its own length in bytes. */
const paxRecord = (key: string, value: string): Buffer => {
  const rest = Buffer.from(` ${key}=${value}\n`)
  const digits = String(rest.length).length
  const length = rest.length + digits
  return Buffer.concat([Buffer.from(String(length + String(length).length - digits)), rest])
}

const header = (name: string, size: number, mtimeSeconds: number, type: '0' | 'x'): Buffer => {
  const block = Buffer.alloc(BLOCK_BYTES)
  const put = (field: Field, text: string): number => block.write(text, FIELDS[field][0], 'latin1')
  put('name', name)
  put('mode', '0000644\u0000')
  put('uid', '0000000\u0000')
  put('gid', '0000000\u0000')
  put('mtime', `${octal(mtimeSeconds, 11)}\u0000`)
  put('type', type)
  put('magic', 'ustar\u0000')
  put('version', '00')
  if (size < 8 ** 11) put('size', `${octal(size, 11)}\u0000`)
  else writeLargeNumber(block, size)
  put('checksum', `${octal(checksumOf(block), 6)}\u0000 `)
  return block
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')

/** Numbers of 8 GiB and more are written in base 256 (GNU). */
const writeLargeNumber = (block: Buffer, value: number): void => {
  const [start, length] = FIELDS.size
  block[start] = 0x80
  block.writeBigUInt64BE(BigInt(value), start + length - 8)
}

const bytesIn = (block: Buffer, field: Field): Buffer => {
  const [start, length] = FIELDS[field]
  return block.subarray(start, start + length)
}

const textIn = (block: Buffer, field: Field): string => {
  const bytes = bytesIn(block, field)
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end)
}

/** Octal digits between blanks, or base 256. */
const numberIn = (block: Buffer, field: Field): number => {
  const bytes = bytesIn(block, field)
  if (((bytes[0] ?? 0) & 0x80) === 0)
    return wholeNumber(bytes.toString('latin1').replaceAll(/^[ \0]+|[ \0]+$/g, '') || '0', 8)
  const value = BigInt(`0x${bytes.toString('hex')}`) - (0x80n << BigInt(8 * (bytes.length - 1)))
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new TarError('a size is not possible')
  return Number(value)
}

const wholeNumber = (digits: string, base: 8 | 10): number => {
  const isNumber = (base === 8 ? /^[0-7]{1,15}$/ : /^\d{1,16}$/).test(digits)
  const value = Number.parseInt(digits, base)
  if (!isNumber || !Number.isSafeInteger(value)) throw new TarError('a size is not possible')
  return value
}

/** The sum of the bytes, with blanks in place of the checksum itself. */
const checksumOf = (block: Buffer): number => {
  const [start, length] = FIELDS.checksum
  return block.reduce(
    (sum, byte, index) => sum + (index >= start && index < start + length ? 0x20 : byte),
    0,
  )
}
