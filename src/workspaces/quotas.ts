import { badRequest } from '../contract/errors/problem.ts'
import { refuse } from '../contract/errors/refusals.ts'
import { describeQuota } from '../contract/errors/storage-errors.ts'
import type { Quota } from '../contract/quota.ts'
import type { CallFiles } from '../domain/call.ts'
import { fileBytesOf } from '../domain/files/kept-files.ts'
import type { Store } from '../store/db/store.ts'

const GIB = 1_073_741_824

/** In staging no workspace can fill the disk: 1 GiB of data, 10 GiB of files, 5 GiB of snapshots. */
export const STAGING_QUOTA: Quota = {
  databaseBytes: GIB,
  fileBytes: 10 * GIB,
  snapshotBytes: 5 * GIB,
}

export const withinQuota = (asked: Quota | undefined, max: Quota): Quota => {
  const quota: Quota = { ...max, ...asked }
  for (const key of ['databaseBytes', 'fileBytes', 'snapshotBytes'] as const) {
    const [wanted, given] = [quota[key], max[key]]
    if (wanted !== undefined && given !== undefined) quota[key] = Math.min(wanted, given)
  }
  return quota
}

/** Bytes of files that are arriving in a workspace, and how many arrivals have ended, after which its data may have more bytes. */
export class Arrivals {
  bytes = 0
  ended = 0
}

interface Arriving {
  readonly record: { readonly quota: Quota }
  readonly arrivals: Arrivals
}

/** Files that one call receives, within what the quota of its workspace leaves beside other files that are arriving. */
export class Arrival implements Disposable {
  readonly #workspace: Arriving
  readonly #readUsed: () => number
  #used = 0
  #usedAfter = -1
  #bytes = 0

  /** `readUsed` returns the bytes that the quota counts besides. */
  constructor(workspace: Arriving, readUsed: () => number) {
    this.#workspace = workspace
    this.#readUsed = readUsed
  }

  /** Passes bytes on while there is room for them. */
  through(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return this.#workspace.record.quota.fileBytes === undefined ? source : this.#counted(source)
  }

  async *#counted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      this.#bytes += bytes.length
      this.#workspace.arrivals.bytes += bytes.length
      this.mustHaveRoom()
      yield bytes
    }
  }

  /** Refuses the files where they have no room together with a number of further bytes. */
  mustHaveRoom(further = 0): void {
    const { record, arrivals } = this.#workspace
    const { fileBytes } = record.quota
    if (fileBytes === undefined) return
    const isFull = () => this.#used + arrivals.bytes + further > fileBytes
    // Reading the sum is work, and data may also have been deleted.
    if (this.#usedAfter !== arrivals.ended || isFull()) {
      this.#used = this.#readUsed()
      this.#usedAfter = arrivals.ended
    }
    if (isFull())
      throw refuse.storageFull(describeQuota('file', this.#used, fileBytes)).lacking('quota')
  }

  /** Refuses a file that has arrived where the data has no room for it, whatever else is arriving. */
  mustFit(sizeBytes: number): void {
    const { fileBytes } = this.#workspace.record.quota
    const used = this.#readUsed()
    if (fileBytes !== undefined && used + sizeBytes > fileBytes)
      throw refuse.storageFull(describeQuota('file', used, fileBytes)).lacking('quota')
  }

  [Symbol.dispose](): void {
    const { arrivals } = this.#workspace
    arrivals.bytes -= this.#bytes
    arrivals.ended += 1
  }
}

/** The same files; their bytes are counted while they arrive. */
export const receivingThrough = <Held extends CallFiles>(arrival: Arrival, files: Held): Held => ({
  ...files,
  receive: (source, maxBytes) => files.receive(arrival.through(source), maxBytes),
})

/** Refuses a quota that the data exceeds already. */
export const mustFit = ({ databaseBytes, fileBytes }: Quota, store: Store): void => {
  const bounds = [
    ['databaseBytes', databaseBytes, () => store.sizeBytes],
    ['fileBytes', fileBytes, () => fileBytesOf(store)],
  ] as const
  for (const [name, max, sizeOf] of bounds) {
    if (max === undefined || sizeOf() <= max) continue
    throw badRequest(`quota.${name} is ${max} bytes, but the data already has ${sizeOf()} bytes`)
  }
}
