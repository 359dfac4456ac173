import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextRound } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BlobOptions,
  BlobPin,
  BlobStore,
  MissingBytesError,
  TemporaryFullError,
  TooLargeError,
} from '#src/store/blobs/blob-store.ts'
import { md5Of } from '#test/kit/downloads.ts'
import { freshFolder } from '#test/kit/process.ts'
import { bytesFrom, cut, digestsIn, filesBelow, sha256Of, unfinishedIn } from '#test/kit/uploads.ts'

const open = (options: Partial<BlobOptions> = {}): BlobStore =>
  new BlobStore({ root: join(freshFolder(), 'files'), isDurable: true, ...options })

/** Yields pieces of bytes and then throws the error, if given. */
async function* flow(pieces: readonly Uint8Array[], error?: Error): AsyncGenerator<Uint8Array> {
  yield* pieces
  if (error) throw error
}

/** Stores bytes without pinning them. */
const keep = async (store: BlobStore, source: AsyncIterable<Uint8Array>): Promise<string> => {
  const pin = new BlobPin(store)
  const { digest } = await store.receive(pin, source)
  pin[Symbol.dispose]()
  return digest
}

const [ABC, DEF] = [Buffer.from('abc'), Buffer.from('def')]

const sweepAll = (store: BlobStore): Promise<number> => store.sweep(async () => new Set())

describe('removeAll', () => {
  test('waits for a file that is being written, and leaves no folder', async () => {
    const store = open({ isDurable: false })
    const source = new PassThrough()
    const receiving = keep(store, source)
    const removing = store.removeAll()
    source.end(ABC)
    await receiving
    await removing
    expect(existsSync(store.paths.root)).toBe(false)
  })
})

describe.each([
  ['durable', true],
  ['temporary', false],
])('a BlobStore with %s files', (_name, isDurable) => {
  test('returns digests and sizes, and reads files whole and in part', async () => {
    const store = open({ isDurable })
    const pieces = fc.array(fc.uint8Array({ maxLength: 2_000 }), { maxLength: 8 })
    const property = fc.asyncProperty(pieces, fc.nat(999), async (list, place) => {
      const bytes = Buffer.concat(list)
      const stored = await store.receive(new BlobPin(store), flow(list))
      expect(stored).toEqual({
        digest: sha256Of(bytes),
        md5: md5Of(bytes),
        sizeBytes: bytes.length,
      })
      expect(await buffer(store.read(stored.digest))).toEqual(bytes)
      if (bytes.length === 0) return
      const start = place % bytes.length
      const end = start + ((place * 7) % (bytes.length - start))
      expect(await buffer(store.read(stored.digest, { start, end }))).toEqual(
        bytes.subarray(start, end + 1),
      )
    })
    await fc.assert(property, { numRuns: 50 })
    expect(unfinishedIn(store.paths.root)).toEqual([])
  })

  test('stores equal bytes once, in any pieces', async () => {
    const store = open({ isDurable })
    const bytes = bytesFrom(1, 100_000)
    await Promise.all([1, 10, 50_000, 99_999].map((size) => keep(store, flow(cut(bytes, size)))))
    await keep(store, flow([bytes]))
    expect(filesBelow(store.paths.root)).toEqual([
      `contents/${sha256Of(bytes).slice(0, 2)}/${sha256Of(bytes)}`,
    ])
    expect(readFileSync(store.find(sha256Of(bytes)) ?? '')).toEqual(bytes)
  })

  test('is accessible for its owner only', async () => {
    const store = open({ isDurable })
    const digest = await keep(store, flow([ABC]))
    const { paths } = store
    for (const folder of [paths.contents, paths.unfinished, paths.folderOf(digest)])
      expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(paths.pathOf(digest)).mode & 0o777).toBe(0o600)
  })

  test('merges files in the order of the list, repeated ones included', async () => {
    const store = open({ isDurable })
    const [abc, def] = [await keep(store, flow([ABC])), await keep(store, flow([DEF]))]
    const merged = await store.merge(new BlobPin(store), [def, abc, def])
    expect(merged).toEqual({
      digest: sha256Of(Buffer.from('defabcdef')),
      md5: md5Of('defabcdef'),
      sizeBytes: 9,
    })
    expect(digestsIn(store.paths.root)).toHaveLength(3)
  })

  test('keeps nothing of a stream that fails, is too large or names missing bytes', async () => {
    const store = open({ isDurable })
    const failing = flow([ABC, DEF], new Error('connection lost'))
    await expect(store.receive(new BlobPin(store), failing)).rejects.toThrow('connection lost')
    const large = store.receive(new BlobPin(store), flow([ABC, DEF]), 5)
    await expect(large).rejects.toThrow(TooLargeError)
    const merged = store.merge(new BlobPin(store), [sha256Of(ABC)])
    await expect(merged).rejects.toThrow(MissingBytesError)
    expect(filesBelow(store.paths.root)).toEqual([])
    const full = await store.receive(new BlobPin(store), flow([ABC, DEF]), 6)
    expect(full.sizeBytes).toBe(6)
  })
})

describe('BlobStore', () => {
  test('finds shipped files, and copies them on adoption', async () => {
    const shipped = open()
    const digest = await keep(shipped, flow([ABC]))
    const store = open({ shipped: shipped.paths.root })
    expect(store.find(digest)).toBe(shipped.paths.pathOf(digest))
    expect(await buffer(store.read(digest))).toEqual(ABC)
    const pin = new BlobPin(store)
    await store.adopt(pin, [digest])
    await store.adopt(pin, [digest])
    pin[Symbol.dispose]()
    expect(store.find(digest)).toBe(store.paths.pathOf(digest))
    expect(readFileSync(store.paths.pathOf(digest))).toEqual(ABC)
  })

  test('sends the shipped file in place of a damaged copy, and copies it again on adoption', async () => {
    const shipped = open()
    const digest = await keep(shipped, flow([ABC]))
    const store = open({ shipped: shipped.paths.root })
    const pin = new BlobPin(store)
    await store.adopt(pin, [digest])
    writeFileSync(store.paths.pathOf(digest), 'a')
    expect(store.problemOf(digest, 3)).toBeUndefined()
    expect(filesBelow(store.paths.root)).toEqual([])
    expect(await buffer(store.open(digest))).toEqual(ABC)
    await store.adopt(pin, [digest])
    expect(readFileSync(store.paths.pathOf(digest))).toEqual(ABC)
  })

  test('says what is wrong with a file that is not shipped, and keeps it', async () => {
    const store = open()
    const digest = await keep(store, flow([ABC]))
    writeFileSync(store.paths.pathOf(digest), 'a')
    expect(store.problemOf(digest, 3)).toContain('damaged (1 of 3 bytes)')
    expect(readFileSync(store.paths.pathOf(digest), 'utf8')).toBe('a')
    expect(store.problemOf(sha256Of(DEF), 3)).toContain('missing')
  })

  test('leaves a tenth of the disk free of temporary files, however small it is', async () => {
    const MIB = 1_048_576
    const piece = Buffer.alloc(MIB)
    const disk = 40 * MIB
    const store: BlobStore = open({
      isDurable: false,
      freeBytes: () => disk - store.temporaryBytes,
    })
    async function* pieces(count: number): AsyncGenerator<Uint8Array> {
      for (let number = 0; number < count; number += 1) yield piece
    }
    const [first, second] = [new BlobPin(store), new BlobPin(store)]
    await store.receive(first, pieces(20))
    await store.receive(second, pieces(15))
    await expect(store.receive(second, pieces(5))).rejects.toThrow(TemporaryFullError)
    expect(unfinishedIn(store.paths.root)).toEqual([])
    second[Symbol.dispose]()
    await store.receive(new BlobPin(store), pieces(12))
  })

  test('clears unfinished files when it is opened again', async () => {
    const store = open()
    const digest = await keep(store, flow([ABC]))
    writeFileSync(join(store.paths.unfinished, 'f'.repeat(32)), 'half')
    await store.clearUnfinished()
    expect(filesBelow(store.paths.root)).toEqual([`contents/${digest.slice(0, 2)}/${digest}`])
    expect(await keep(store, flow([DEF]))).toBe(sha256Of(DEF))
  })
})

describe('a sweep', () => {
  test('lets other work run while it moves many files aside, and takes those that are pinned meanwhile for named', async () => {
    const strays = join(freshFolder(), 'strays')
    const store = open({ isDurable: false, strays })
    const digests = await Promise.all(
      Array.from({ length: 60 }, (_, number) => keep(store, flow([Buffer.from(`${number}`)]))),
    )
    for (const digest of digests) utimesSync(store.paths.pathOf(digest), 1, 1)
    await store.resume()
    const sweeping = sweepAll(store)
    for (let round = 0; filesBelow(strays).length === 0 && round < 100_000; round += 1)
      await nextRound()
    const pin = new BlobPin(store)
    for (const digest of digests) pin.hold(digest)
    await sweeping
    expect(filesBelow(strays).length).toBeLessThan(60)
    expect(digestsIn(store.paths.root)).toHaveLength(60 - filesBelow(strays).length)
  })

  test('keeps files that were received, merged or pinned while it read names', async () => {
    const store = open()
    const [abc, def] = [await keep(store, flow([ABC])), await keep(store, flow([DEF]))]
    const pinned = await keep(store, flow([Buffer.from('ghi')]))
    const merged = sha256Of(Buffer.from('defdef'))
    const removed = await store.sweep(async () => {
      expect(await keep(store, flow([ABC]))).toBe(abc)
      const pin = new BlobPin(store)
      await store.merge(pin, [def, def])
      pin.hold(pinned)
      pin[Symbol.dispose]()
      return new Set()
    })
    expect(removed).toBe(0)
    expect(digestsIn(store.paths.root).sort()).toEqual([abc, def, pinned, merged].sort())
    expect(await sweepAll(store)).toBe(4)
  })

  test('keeps a file that is being written', async () => {
    const store = open()
    const removed: number[] = []
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield ABC
      removed.push(await sweepAll(store))
      yield DEF
    }
    const { digest } = await store.receive(new BlobPin(store), slow())
    expect(removed).toEqual([0])
    expect(await buffer(store.read(digest))).toEqual(Buffer.from('abcdef'))
  })

  test('keeps exactly the named and pinned ones of random files', async () => {
    const store = open()
    const named = new Set<string>()
    const pins = new Map<string, BlobPin>()
    const hold = (digest: string): void => {
      const pin = pins.get(digest) ?? new BlobPin(store)
      pin.hold(digest)
      pins.set(digest, pin)
    }
    const release = (digest: string): void => {
      const pin = pins.get(digest)
      pin?.[Symbol.dispose]()
      pins.delete(digest)
    }
    const sweep = async (): Promise<void> => {
      await store.sweep(async () => named)
      const expected = new Set([...named, ...pins.keys()])
      expect(digestsIn(store.paths.root)).toEqual([...expected].sort())
    }
    const steps = {
      keep: (_digest: string, bytes: Buffer) => keep(store, flow([bytes])),
      hold: (digest: string) => store.find(digest) && hold(digest),
      release,
      name: (digest: string) => store.find(digest) && named.add(digest),
      unname: (digest: string) => named.delete(digest),
      sweep,
    }
    const kinds = Object.keys(steps) as (keyof typeof steps)[]
    const step = fc.record({ kind: fc.constantFrom(...kinds), what: fc.nat(5) })
    const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (list) => {
      for (const { kind, what } of list) {
        const bytes = Buffer.from(`file ${what}`)
        await steps[kind](sha256Of(bytes), bytes)
      }
      await sweep()
      for (const digest of [...pins.keys()]) release(digest)
      named.clear()
      await sweep()
    })
    await fc.assert(property, { numRuns: 60 })
  })
})
