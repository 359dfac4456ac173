import type { Random } from '../core/random.ts'

const BLOCK = 512

/** One entry of a tar archive: its header and its content with padding. */
export interface Entry {
  readonly header: Buffer
  readonly content: Buffer
}

const FIELDS = { name: [0, 100], size: [124, 12], checksum: [148, 8], type: [156, 1] } as const

type Field = keyof typeof FIELDS

/** Takes an archive apart; sizes are read as octal numbers, as our own exports write them. */
export const splitTar = (archive: Buffer): Entry[] => {
  const entries: Entry[] = []
  let at = 0
  while (at + BLOCK <= archive.length && archive[at] !== 0) {
    const header = archive.subarray(at, at + BLOCK)
    const size = Number.parseInt(fieldOf(header, 'size'), 8) || 0
    const end = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK
    entries.push({ header, content: archive.subarray(at + BLOCK, end) })
    at = end
  }
  return entries
}

export const joinTar = (entries: readonly Entry[]): Buffer =>
  Buffer.concat([
    ...entries.flatMap(({ header, content }) => [header, content]),
    Buffer.alloc(2 * BLOCK),
  ])

export const nameOf = ({ header }: Entry): string => fieldOf(header, 'name')

const fieldOf = (header: Buffer, field: Field): string => {
  const [at, length] = FIELDS[field]
  return header.toString('latin1', at, at + length).split('\0')[0] ?? ''
}

/** A header with another value in a field, and the checksum that it then must have. */
const withField = (header: Buffer, field: Field, value: string): Buffer => {
  const [at, length] = FIELDS[field]
  const changed = Buffer.from(header).fill(0, at, at + length)
  changed.write(value.slice(0, length), at, 'latin1')
  if (field === 'checksum') return changed
  const sum = changed.fill(' ', 148, 156).reduce((total, byte) => total + byte, 0)
  changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return changed
}

export const withContent = ({ header }: Entry, content: Buffer): Entry => {
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
  const size = `${content.length.toString(8).padStart(11, '0')}\0`
  return { header: withField(header, 'size', size), content: Buffer.concat([content, padding]) }
}

const ODD: Readonly<Record<Field, readonly string[]>> = {
  name: ['', '../x', '/etc/passwd', 'files/x', 'workspace.sqlite', 'x'.repeat(100)],
  size: ['', '-1', 'abc', '77777777777', '00000000001', '\u0080\u00ff\u00ff\u00ff'],
  type: [...'1234567xgLKS\0\u00ff'],
  checksum: ['', '0'],
}

/** An entry whose header says something else; mostly with a right checksum. */
export const withOddHeader = ({ header, content }: Entry, random: Random): Entry => {
  const field = random.pick(Object.keys(ODD) as Field[])
  return { header: withField(header, field, random.pick(ODD[field])), content }
}

const PAX = ['size=abc', 'size=-1', 'size=99999999999999', 'path=../x', 'linkpath=x', 'no sign']

/** A pax header, which says more of the entry behind it. */
export const paxEntry = ({ header }: Entry, random: Random): Entry => {
  const record = random.chance(0.1) ? `comment=${'x'.repeat(100_000)}` : random.pick(PAX)
  const length = record.length + 3
  const text = `${length + String(length).length} ${record}\n`
  const typed = withField(header, 'type', random.chance(0.8) ? 'x' : 'g')
  return withContent({ header: typed, content: header }, Buffer.from(text))
}
