import type { Random } from '../core/random.ts'
import { makeOdd } from './odd-database.ts'
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

/** Changes an export in one way. */
export const makeOddArchive = (archive: Buffer, random: Random): OddArchive => {
  const kind = random.weighted({
    rows: 10,
    bytes: 3,
    database: 2,
    cut: 1,
    header: 3,
    pax: 2,
    repeated: 1,
    removed: 1,
    order: 1,
    manifest: 2,
  })
  if (kind === 'bytes') return { what: 'bytes', bytes: flip(archive, random, 0) }
  if (kind === 'cut')
    return { what: 'cut', bytes: archive.subarray(0, random.below(archive.length)) }
  const entries = splitTar(archive)
  if (kind === 'rows') return withOddRows(entries, random)
  return { what: kind, bytes: joinTar(change(kind, entries, random)) }
}

const change = (kind: string, entries: readonly Entry[], random: Random): Entry[] => {
  const at = random.below(entries.length)
  if (kind === 'header')
    return entries.map((entry, index) => (index === at ? withOddHeader(entry, random) : entry))
  if (kind === 'pax') return entries.toSpliced(at, 0, paxEntry(random))
  if (kind === 'repeated') return [...entries, random.pick(entries)]
  if (kind === 'removed') return entries.toSpliced(at, 1)
  if (kind === 'order') return random.shuffle(entries)
  const name = kind === 'manifest' ? 'manifest.json' : 'world.sqlite'
  return entries.map((entry) =>
    nameOf(entry) === name ? { ...entry, content: flip(entry.content, random, 0) } : entry,
  )
}

const withOddRows = (entries: readonly Entry[], random: Random): OddArchive => {
  let what = 'no database'
  const changed = entries.map((entry) => {
    if (nameOf(entry) !== 'world.sqlite') return entry
    const odd = makeOdd(entry.content, random)
    what = `rows: ${odd.what}`
    return withContent(entry, odd.bytes)
  })
  return { what, bytes: joinTar(changed) }
}

const flip = (bytes: Buffer, random: Random, from: number): Buffer => {
  const flipped = Buffer.from(bytes)
  for (let count = random.pick([1, 1, 5, 50]); count > 0; count -= 1)
    flipped[random.between(from, flipped.length - 1)] = random.below(256)
  return flipped
}
