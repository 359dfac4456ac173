import {
  type ChosenVariants,
  type UsedId,
  type VariableId,
  type VariantOf,
  variantOf,
} from '../contract/assumptions/index.ts'
import { refuse } from '../contract/errors/refusals.ts'
import { DamagedDatabaseError } from '../contract/errors/storage-errors.ts'
import type { CoverageCounter } from '../instruments/coverage/coverage-counter.ts'
import { FaultRules } from '../instruments/faults/fault-rules.ts'
import { FindingsLedger } from '../instruments/findings/findings-ledger.ts'
import { Traffic } from '../instruments/findings/traffic.ts'
import type { Journal } from '../instruments/journal/journal.ts'
import type { MarkKind } from '../instruments/journal/mark-schema.ts'
import { type Variation, variationOf } from '../instruments/variation/variation.ts'
import { AdjustableClock } from '../kernel/clock.ts'
import type { MemoryAccount } from '../kernel/memory-account.ts'
import { UrlSigner, type UrlVerdict } from '../kernel/signature.ts'
import { streamUuid, streamValue } from '../kernel/streams.ts'
import { WorkQueue } from '../kernel/work-queue.ts'
import { disposeOf } from '../store/db/owner-mark.ts'
import type { Store } from '../store/db/store.ts'
import { Nonces } from './nonces.ts'
import { Arrivals } from './quotas.ts'
import type { WorkspaceRecord } from './registry.ts'

interface WorkspaceParts {
  readonly journal: Journal
  readonly kept: MemoryAccount
  readonly coverage: CoverageCounter
  /** The assumptions that calls of any workspace have consulted. */
  readonly touched: Set<UsedId>
  readonly variation: string
  readonly open: (workspace: Workspace) => WorkspaceDatabase
}

/** One isolated tenant: its database and record, all that a request can read or change. */
export class Workspace {
  readonly record: WorkspaceRecord
  /** The variants that count now: a new object for each change, so that a call can keep those it began with. */
  variants: ChosenVariants
  readonly clock: AdjustableClock
  readonly nonces: Nonces
  readonly arrivals = new Arrivals()
  /** Serialises copies and replacements of the whole database. */
  readonly databaseQueue = new WorkQueue()
  readonly journal: Journal
  readonly faults: FaultRules
  readonly coverage: CoverageCounter
  readonly findings: FindingsLedger
  readonly traffic: Traffic
  /** The assumptions with variants that its calls have consulted, also where the answer does not name them. */
  readonly touched = new Set<UsedId>()
  /** Its variation; undefined in most workspaces, which respond as the document shows. */
  variation: Variation | undefined
  /** By the clock of the machine. */
  lastUsedAtMs: number
  /** Files that its database named when it was evicted, their size, and when the first open upload expires. */
  lastSeen: { files: string[]; fileBytes: number; uploadsEndMs: number | null } | undefined
  test: string | undefined
  /** True if it was removed; calls in flight then fail. */
  isRemoved = false
  openDatabase: WorkspaceDatabase | undefined
  readonly #open: WorkspaceParts['open']
  readonly #allTouched: Set<UsedId>
  #calls = 0
  readonly #signer: UrlSigner

  constructor(
    record: WorkspaceRecord,
    { journal, kept, coverage, touched, variation, open }: WorkspaceParts,
  ) {
    this.record = record
    this.journal = journal
    this.coverage = coverage
    this.clock = new AdjustableClock(record.clock)
    this.nonces = new Nonces(kept)
    this.faults = new FaultRules(record.generatorSeed, kept)
    this.findings = new FindingsLedger(kept)
    this.traffic = new Traffic()
    this.#allTouched = touched
    this.variation = variationOf(record.variation ?? variation, record.generatorSeed)
    this.#open = open
    this.#signer = new UrlSigner(record.signingKey)
    this.variants = { ...record.variants, ...record.variantChoices }
    this.lastUsedAtMs = record.lastUsedAtMs
  }

  get id(): string {
    return this.record.id
  }

  get store(): Store {
    return this.open().store
  }

  /** The variant that counts now; reading it is recorded. */
  variant<Id extends VariableId>(id: Id): VariantOf<Id> {
    this.touch(id)
    return variantOf(id, this.variants)
  }

  touch(id: UsedId): void {
    if (this.touched.has(id)) return
    this.touched.add(id)
    this.#allTouched.add(id)
  }

  /** Switches variants at run time; those that are not named have the ones that the workspace began with. */
  chooseVariants(choices: ChosenVariants): void {
    this.record.variantChoices = choices
    this.variants = { ...this.record.variants, ...choices }
  }

  chooseVariation(text: string): void {
    this.record.variation = text
    this.variation = variationOf(text, this.record.generatorSeed)
  }

  /** Opens the database for calls, which must not be answered by another clock or variant than the workspace has. */
  open(): WorkspaceDatabase {
    const { damage } = this.record
    if (damage !== undefined) throw new DamagedDatabaseError(`the workspace ${this.id}: ${damage}`)
    return this.openFile()
  }

  /** The same where only the data counts, which is whole when the row of the workspace is damaged. */
  openFile(): WorkspaceDatabase {
    if (this.isRemoved) throw refuse.unknownWorkspace(this.id)
    this.openDatabase ??= this.#open(this)
    this.lastSeen = undefined
    return this.openDatabase
  }

  evict(): WorkspaceDatabase | undefined {
    const database = this.openDatabase
    this.openDatabase = undefined
    return database
  }

  exchange(database: WorkspaceDatabase): void {
    this.openDatabase?.close()
    this.openDatabase = database
    this.record.databaseFile = database.name
    this.lastSeen = undefined
    this.nonces.clear()
    this.settleFindings()
  }

  /** Counts the findings that are pending, when the data that they are about goes. */
  settleFindings(): void {
    for (const { origin, ...finding } of this.traffic.pending())
      this.findings.note(this.id, finding, origin)
    this.traffic.clear()
  }

  close(): void {
    this.isRemoved = true
    this.nonces.close()
    this.faults.clear()
    this.findings.close()
    this.traffic.clear()
  }

  /** Notes a change through the control plane in the journal, between the calls before and after it. */
  mark(kind: MarkKind, detail = ''): void {
    if (kind === 'test') this.test = detail === '' ? undefined : detail
    this.journal.mark({ atMs: this.clock.now(), kind, detail })
  }

  /** Rewinds the streams that do not live in the database. */
  rewind(): void {
    this.#calls = 0
    this.record.starts = 0
  }

  nextTraceId(): string {
    this.#calls += 1
    return streamValue(this.record.generatorSeed, 'trace', `${this.record.starts}.${this.#calls}`)
  }

  uuid(counter: number): string {
    return streamUuid(this.record.generatorSeed, 'ids', counter)
  }

  signUrl(filesPath: string, path: string, expiresAtMs: number): string {
    return this.#signer.sign(`${filesPath}/${this.id}/${path}`, expiresAtMs)
  }

  verifyUrl(url: string): UrlVerdict {
    return this.#signer.verify(url)
  }
}

/** An open workspace database with the number of calls that use it; after `close` it is closed with the last one. */
export class WorkspaceDatabase {
  readonly store: Store
  readonly name: string
  readonly #onUnused: () => void
  isClosed = false
  #uses = 0

  constructor(name: string, store: Store, onUnused: () => void) {
    this.name = name
    this.store = store
    this.#onUnused = onUnused
  }

  get isInUse(): boolean {
    return this.#uses > 0
  }

  /** Keeps the database open until `release`, or until what this returns is disposed of. */
  acquire(): Disposable {
    this.#uses += 1
    return { [Symbol.dispose]: () => this.release() }
  }

  release(): void {
    this.#uses -= 1
    if (this.isClosed && this.#uses === 0) this.#onUnused()
  }

  /** Closes and removes the database when no call uses it, never within the running call. */
  close(): void {
    this.isClosed = true
    disposeOf(this.store.sqlite)
    setImmediate(() => {
      if (this.#uses === 0 && this.store.sqlite.open) this.#onUnused()
    })
  }
}
