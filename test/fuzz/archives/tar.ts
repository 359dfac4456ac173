import type { Random } from '../core/random.ts'

const BLOCK = 512

/** One entry of a tar archive: its header and its content with padding. */
export interface Entry {
  readonly header: Buffer
  readonly content: Buffer
}

/** Takes an archive apart; sizes are read as octal numbers, as our own exports write them. */
export const splitTar = (archive: Buffer): Entry[] => {
  const entries: Entry[] = []
  let at = 0
  while (at + BLOCK <= archive.length && archive[at] !== 0) {
    const header = Buffer.from(archive.subarray(at, at + BLOCK))
    const size = sizeOf(header)
    const end = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK
    entries.push({ header, content: archive.subarray(at + BLOCK, end) })
    at = end
  }
  return entries
}

/** Puts an archive together. */
export const joinTar = (entries: readonly Entry[]): Buffer =>
  Buffer.concat([
    ...entries.flatMap(({ header, content }) => [header, content]),
    Buffer.alloc(2 * BLOCK),
  ])

export const nameOf = ({ header }: Entry): string => textAt(header, 0, 100)

const sizeOf = (header: Buffer): number => Number.parseInt(textAt(header, 124, 12), 8) || 0

/** The same entry with another content. */
export const withContent = ({ header }: Entry, content: Buffer): Entry => {
  const changed = Buffer.from(header)
  changed.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
  return { header: withChecksum(changed), content: Buffer.concat([content, padding]) }
}

/** A header with the checksum that it must have. */
const withChecksum = (header: Buffer): Buffer => {
  header.fill(' ', 148, 156)
  let sum = 0
  for (const byte of header) sum += byte
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

const textAt = (header: Buffer, start: number, length: number): string =>
  header.toString('latin1', start, start + length).split('\0')[0] ?? ''

const FIELDS = [
  {
    at: 0,
    length: 100,
    values: [
      '',
      '..',
      '../x',
      '/etc/passwd',
      'files/x',
      'world.sqlite',
      'manifest.json',
      'x'.repeat(100),
    ],
  },
  {
    at: 124,
    length: 12,
    values: ['', '-1', 'abc', '77777777777', '00000000001', '\u0080\u00ff\u00ff\u00ff', '0'],
  },
  {
    at: 156,
    length: 1,
    values: ['1', '2', '3', '4', '5', '6', '7', 'x', 'g', 'L', 'K', 'S', '\0', '\u00ff'],
  },
  { at: 257, length: 6, values: ['', 'gnutar', 'ustar '] },
  { at: 148, length: 8, values: ['', '0'] },
] as const

/** An entry whose header says something else; mostly with a right checksum. */
export const withOddHeader = (entry: Entry, random: Random): Entry => {
  const header = Buffer.from(entry.header)
  const { at, length, values } = random.pick(FIELDS)
  header.fill(0, at, at + length)
  header.write(random.pick<string>(values).slice(0, length), at, 'latin1')
  return { header: at === 148 ? header : withChecksum(header), content: entry.content }
}

const PAX = [
  'size=abc',
  'size=-1',
  'size=99999999999999',
  'path=../x',
  'path=',
  'linkpath=x',
  'GNU.sparse.major=1',
  `comment=${'x'.repeat(100_000)}`,
  'no equals sign',
] as const

/** A pax header, which says more of the entry behind it. */
export const paxEntry = (random: Random): Entry => {
  const record = random.pick(PAX)
  const length = record.length + 3
  const text = `${length + String(length).length} ${record}\n`
  const header = Buffer.alloc(BLOCK)
  header.write('PaxHeader/x', 0, 'latin1')
  header.write('0000644\0', 100, 'latin1')
  header.write(random.chance(0.8) ? 'x' : 'g', 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  return withContent({ header, content: Buffer.alloc(0) }, Buffer.from(text))
}
