import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BlobPin } from '#src/blobs/blob-pin.ts'
import {
  type BlobOptions,
  BlobStore,
  MissingBytesError,
  TooLargeError,
} from '#src/blobs/blob-store.ts'
import { md5Of } from '#test/kit/downloads.ts'
import { freshFolder } from '#test/kit/process.ts'
import { bytesFrom, cut, digestsIn, filesBelow, sha256Of, unfinishedIn } from '#test/kit/uploads.ts'

const open = (options: Partial<BlobOptions> = {}): BlobStore =>
  new BlobStore({ root: join(freshFolder(), 'files'), isDurable: true, ...options })

/** Yields pieces of bytes, and then throws where an error is given. */
async function* flow(pieces: readonly Uint8Array[], error?: Error): AsyncGenerator<Uint8Array> {
  yield* pieces
  if (error) throw error
}

/** Keeps bytes and holds them no longer. */
const keep = async (store: BlobStore, ...pieces: Uint8Array[]): Promise<string> => {
  const lease = new BlobPin(store)
  const { digest } = await store.receive(lease, flow(pieces))
  lease.release()
  return digest
}

const [ABC, DEF] = [Buffer.from('abc'), Buffer.from('def')]

const sweepAll = (store: BlobStore): Promise<number> => store.sweep(async () => new Set())

describe.each([
  ['must', true],
  ['need not', false],
])('a store whose files %s survive', (_name, isDurable) => {
  test('answers digests and sizes, and remembers files whole and in part', async () => {
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

  test('remembers once what comes often, however it is cut', async () => {
    const store = open({ isDurable })
    const bytes = bytesFrom(1, 100_000)
    await Promise.all([1, 10, 50_000, 99_999].map((size) => keep(store, ...cut(bytes, size))))
    await keep(store, bytes)
    expect(filesBelow(store.paths.root)).toEqual([
      `contents/${sha256Of(bytes).slice(0, 2)}/${sha256Of(bytes)}`,
    ])
    expect(readFileSync(store.find(sha256Of(bytes)) ?? '')).toEqual(bytes)
  })

  test('refuses everybody but its owner', async () => {
    const store = open({ isDurable })
    const digest = await keep(store, ABC)
    const { paths } = store
    for (const folder of [paths.contents, paths.unfinished, paths.folderOf(digest)])
      expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(paths.pathOf(digest)).mode & 0o777).toBe(0o600)
  })

  test('answers a merged file in the order of the list, with what is listed twice in it twice', async () => {
    const store = open({ isDurable })
    const [abc, def] = [await keep(store, ABC), await keep(store, DEF)]
    const merged = await store.merge(new BlobPin(store), [def, abc, def])
    expect(merged).toEqual({
      digest: sha256Of(Buffer.from('defabcdef')),
      md5: md5Of('defabcdef'),
      sizeBytes: 9,
    })
    expect(digestsIn(store.paths.root)).toHaveLength(3)
  })

  test('refuses what fails, is too large or not there, and remembers nothing of it', async () => {
    const store = open({ isDurable })
    const failing = flow([ABC, DEF], new Error('the line is dead'))
    await expect(store.receive(new BlobPin(store), failing)).rejects.toThrow('the line is dead')
    const large = store.receive(new BlobPin(store), flow([ABC, DEF]), 5)
    await expect(large).rejects.toThrow(TooLargeError)
    const merged = store.merge(new BlobPin(store), [sha256Of(ABC)])
    await expect(merged).rejects.toThrow(MissingBytesError)
    expect(filesBelow(store.paths.root)).toEqual([])
    const full = await store.receive(new BlobPin(store), flow([ABC, DEF]), 6)
    expect(full.sizeBytes).toBe(6)
  })
})

describe('a store of files', () => {
  test('answers undefined for what it does not have', () => {
    const store = open()
    expect(store.find(sha256Of(ABC))).toBeUndefined()
    expect(filesBelow(store.paths.root)).toEqual([])
  })

  test('answers files that the program ships, and takes them over where they must outlive it', async () => {
    const shipped = open()
    const digest = await keep(shipped, ABC)
    const store = open({ shipped: shipped.paths.root })
    expect(store.find(digest)).toBe(shipped.paths.pathOf(digest))
    expect(await buffer(store.read(digest))).toEqual(ABC)
    const lease = new BlobPin(store)
    await store.adopt(lease, [digest])
    await store.adopt(lease, [digest])
    lease.release()
    expect(store.find(digest)).toBe(store.paths.pathOf(digest))
    expect(readFileSync(store.paths.pathOf(digest))).toEqual(ABC)
  })

  test('remembers what the program ships whatever is swept', async () => {
    const shipped = open()
    const digest = await keep(shipped, ABC)
    const store = open({ shipped: shipped.paths.root })
    expect(await sweepAll(store)).toBe(0)
    expect(await buffer(store.read(digest))).toEqual(ABC)
  })

  test('remembers nothing that was not finished when it is opened again', async () => {
    const store = open()
    const digest = await keep(store, ABC)
    writeFileSync(join(store.paths.unfinished, 'f'.repeat(32)), 'half')
    await store.clearUnfinished()
    expect(filesBelow(store.paths.root)).toEqual([`contents/${digest.slice(0, 2)}/${digest}`])
    expect(await keep(store, DEF)).toBe(sha256Of(DEF))
  })
})

describe('a sweep', () => {
  test('answers how many it removed: all that nobody names, pictures of them included', async () => {
    const store = open()
    const [abc, def] = [await keep(store, ABC), await keep(store, DEF)]
    for (const digest of [abc, def]) {
      mkdirSync(store.paths.picturesOf(digest), { recursive: true })
      writeFileSync(store.paths.picturePath(digest, '4x4.jpg'), 'picture')
    }
    expect(await store.sweep(async () => new Set([def]))).toBe(1)
    expect(filesBelow(store.paths.root)).toEqual([
      `contents/${def.slice(0, 2)}/${def}`,
      `pictures/${def.slice(0, 2)}/${def}/4x4.jpg`,
    ])
    expect(await store.sweep(async () => new Set([def]))).toBe(0)
    expect(await sweepAll(store)).toBe(1)
    expect(filesBelow(store.paths.root)).toEqual([])
  })

  test('answers 0 in a store that is empty, and asks nobody for names', async () => {
    const names = async (): Promise<Set<string>> => {
      throw new Error('asked')
    }
    expect(await open().sweep(names)).toBe(0)
  })

  test('remembers what somebody holds, as long as anybody does', async () => {
    const store = open()
    const digest = await keep(store, ABC)
    const [one, other] = [new BlobPin(store), new BlobPin(store)]
    for (const lease of [one, one, other]) lease.hold(digest)
    expect(await sweepAll(store)).toBe(0)
    one.release()
    expect(await sweepAll(store)).toBe(0)
    other.release()
    expect(await sweepAll(store)).toBe(1)
  })

  test('remembers what was held when it began and is held no more', async () => {
    const store = open()
    const digest = await keep(store, ABC)
    const lease = new BlobPin(store)
    lease.hold(digest)
    const removed = await store.sweep(async () => {
      lease.release()
      return new Set()
    })
    expect(removed).toBe(0)
    expect(await sweepAll(store)).toBe(1)
  })

  test('remembers what came again, was merged or was looked at while it asked for names', async () => {
    const store = open()
    const [abc, def] = [await keep(store, ABC), await keep(store, DEF)]
    const looked = await keep(store, Buffer.from('ghi'))
    const merged = sha256Of(Buffer.from('defdef'))
    const removed = await store.sweep(async () => {
      expect(await keep(store, ABC)).toBe(abc)
      const lease = new BlobPin(store)
      await store.merge(lease, [def, def])
      lease.hold(looked)
      lease.release()
      return new Set()
    })
    expect(removed).toBe(0)
    expect(digestsIn(store.paths.root).sort()).toEqual([abc, def, looked, merged].sort())
    expect(await sweepAll(store)).toBe(4)
  })

  test('remembers what is being written, though it takes no part in it', async () => {
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

  test('remembers everything when the names are not to be had', async () => {
    const store = open()
    const digest = await keep(store, ABC)
    const names = async (): Promise<Set<string>> => {
      throw new Error('no names')
    }
    await expect(store.sweep(names)).rejects.toThrow('no names')
    expect(digestsIn(store.paths.root)).toEqual([digest])
    expect(await sweepAll(store)).toBe(1)
  })

  test('answers a reader that has begun to the end of the file', async () => {
    const store = open()
    const bytes = bytesFrom(1, 2_000_000)
    const digest = await keep(store, bytes)
    const read = store.read(digest)
    const chunks = read[Symbol.asyncIterator]()
    const first = await chunks.next()
    expect(await sweepAll(store)).toBe(1)
    const rest: Buffer[] = []
    for (let next = await chunks.next(); !next.done; next = await chunks.next())
      rest.push(next.value)
    expect(Buffer.concat([first.value, ...rest]).equals(bytes)).toBe(true)
  })

  test('remembers, of many files that come and go at random, all that are named or held', async () => {
    const store = open()
    const named = new Set<string>()
    const leases = new Map<string, BlobPin>()
    const hold = (digest: string): void => {
      const lease = leases.get(digest) ?? new BlobPin(store)
      lease.hold(digest)
      leases.set(digest, lease)
    }
    const release = (digest: string): void => {
      leases.get(digest)?.release()
      leases.delete(digest)
    }
    const sweep = async (): Promise<void> => {
      await store.sweep(async () => named)
      const expected = new Set([...named, ...leases.keys()])
      expect(digestsIn(store.paths.root)).toEqual([...expected].sort())
    }
    const steps = {
      keep: (_digest: string, bytes: Buffer) => keep(store, bytes),
      hold: (digest: string) => store.find(digest) && hold(digest),
      release,
      name: (digest: string) => store.find(digest) && named.add(digest),
      forget: (digest: string) => named.delete(digest),
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
      for (const digest of [...leases.keys()]) release(digest)
      named.clear()
      await sweep()
    })
    await fc.assert(property, { numRuns: 60 })
  })
})
