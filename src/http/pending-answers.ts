import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Keeper, MemoryAccount } from '../kernel/memory-account.ts'
import { LIMITS } from '../limits.ts'

/** The time after which bytes that do not move count as not read, ms. */
const UNREAD_MS = 1_000

/** The rate at which a long text is read at least: of a write, only its last byte is noticed. */
const BYTES_PER_MS = LIMITS.slowReadBytes.max / 1_000

const connections = new WeakMap<Socket, PendingAnswers>()

/** Accounts that are more than half full, and are looked at again. */
const watched = new WeakSet<MemoryAccount>()

/** Ends connections that are not read, once a second, while more than half of the memory is used. */
const watch = (account: MemoryAccount): void => {
  const half = account.maxBytes / 2
  if (account.bytes <= half || watched.has(account)) return
  watched.add(account)
  setTimeout(() => {
    watched.delete(account)
    account.shrinkTo(half)
    watch(account)
  }, UNREAD_MS).unref()
}

/** What one connection keeps in memory: requests that wait, and bytes of answers that are not sent yet. */
export class PendingAnswers implements Keeper {
  readonly #socket: Socket
  readonly #account: MemoryAccount
  readonly #bytesOf = new Map<ServerResponse, number>()
  #sizeBytes = 0
  #changedMs = 0
  #isOver = false

  constructor(socket: Socket, account: MemoryAccount) {
    this.#socket = socket
    this.#account = account
    connections.set(socket, this)
    account.keepers.add(this)
    socket.once('close', () => {
      account.keepers.delete(this)
      this.#end()
    })
  }

  /** 0 while its caller may be reading, unless there is no room for more. */
  get sizeBytes(): number {
    const patienceMs = UNREAD_MS + this.#sizeBytes / BYTES_PER_MS
    const isRead = performance.now() - this.#changedMs < patienceMs
    return isRead && this.#account.bytes <= this.#account.maxBytes ? 0 : this.#sizeBytes
  }

  /** Sets the bytes that are kept for an answer; 0 once it is out. */
  set(response: ServerResponse, bytes: number): void {
    this.#changedMs = performance.now()
    const before = this.#bytesOf.get(response) ?? 0
    if (this.#isOver || before === bytes) return
    if (bytes === 0) this.#bytesOf.delete(response)
    else this.#bytesOf.set(response, bytes)
    this.#sizeBytes += bytes - before
    this.#account.add(bytes - before)
    watch(this.#account)
  }

  /** Ends the connection: an answer is sent whole or not at all. */
  free(): void {
    this.#end()
    this.#socket.destroy()
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#account.give(this.#sizeBytes)
    this.#bytesOf.clear()
    this.#sizeBytes = 0
  }
}

/** What a connection keeps for its answers; undefined for one that no server has accepted. */
export const pendingAnswersOf = (socket: Socket): PendingAnswers | undefined =>
  connections.get(socket)
