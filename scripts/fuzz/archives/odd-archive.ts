import type { Random } from '../core/random.ts'
import { changeDatabase } from './odd-database.ts'
import {
  type Entry,
  joinTar,
  nameOf,
  paxEntry,
  splitTar,
  withContent,
  withOddHeader,
} from './tar.ts'

export interface OddArchive {
  readonly what: string
  readonly bytes: Buffer
}

const KINDS = {
  rows: 10,
  bytes: 3,
  cut: 1,
  database: 2,
  manifest: 2,
  header: 3,
  pax: 2,
  repeated: 1,
  removed: 1,
  order: 1,
}

export const makeOddArchive = (archive: Buffer, random: Random): OddArchive => {
  const kind = random.weighted(KINDS)
  if (kind === 'bytes') return { what: kind, bytes: flip(archive, random) }
  if (kind === 'cut')
    return { what: kind, bytes: archive.subarray(0, random.below(archive.length)) }
  const entries = splitTar(archive)
  const at = random.below(entries.length)
  const entry = entries[at] as Entry
  let what: string = kind
  const withChanged = (name: string, change: (content: Buffer) => Buffer): Entry[] =>
    entries.map((one) => (nameOf(one) === name ? withContent(one, change(one.content)) : one))
  const changeRows = (content: Buffer): Buffer => {
    const odd = changeDatabase(content, random)
    what = `rows: ${odd.what}`
    return odd.bytes
  }
  const changed = {
    rows: () => withChanged('workspace.sqlite', changeRows),
    database: () => withChanged('workspace.sqlite', (content) => flip(content, random)),
    manifest: () => withChanged('manifest.json', (content) => flip(content, random)),
    header: () => entries.with(at, withOddHeader(entry, random)),
    pax: () => entries.toSpliced(at, 0, paxEntry(entry, random)),
    repeated: () => [...entries, entry],
    removed: () => entries.toSpliced(at, 1),
    order: () => random.shuffle(entries),
  }[kind]()
  return { bytes: joinTar(changed), what }
}

const flip = (bytes: Buffer, random: Random): Buffer =>
  random.flip(bytes, random.pick([1, 1, 5, 50]))
