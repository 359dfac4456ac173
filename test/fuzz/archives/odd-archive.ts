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

/** A changed archive, and what was changed. */
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

/** Changes an export in one way. */
export const makeOddArchive = (archive: Buffer, random: Random): OddArchive => {
  const kind = random.weighted(KINDS)
  if (kind === 'bytes') return { what: kind, bytes: flip(archive, random) }
  if (kind === 'cut')
    return { what: kind, bytes: archive.subarray(0, random.below(archive.length)) }
  const entries = splitTar(archive)
  const at = random.below(entries.length)
  const entry = entries[at] as Entry
  const databaseAt = entries.findIndex((one) => nameOf(one) === 'world.sqlite')
  const database = entries[databaseAt] ?? entry
  const withDatabase = (content: Buffer): Entry[] =>
    entries.with(databaseAt, withContent(database, content))
  if (kind === 'rows') {
    const { what, bytes } = changeDatabase(database.content, random)
    return { what: `rows: ${what}`, bytes: joinTar(withDatabase(bytes)) }
  }
  const changed = {
    database: () => withDatabase(flip(database.content, random)),
    manifest: () =>
      entries.map((one) =>
        nameOf(one) === 'manifest.json' ? withContent(one, flip(one.content, random)) : one,
      ),
    header: () => entries.with(at, withOddHeader(entry, random)),
    pax: () => entries.toSpliced(at, 0, paxEntry(entry, random)),
    repeated: () => [...entries, entry],
    removed: () => entries.toSpliced(at, 1),
    order: () => random.shuffle(entries),
  }[kind]()
  return { what: kind, bytes: joinTar(changed) }
}

const flip = (bytes: Buffer, random: Random): Buffer =>
  random.flip(bytes, random.pick([1, 1, 5, 50]))
