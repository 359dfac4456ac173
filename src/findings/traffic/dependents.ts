import type { OperationName } from '../../contract/operation.ts'
import type { MemoryAccount } from '../../kernel/memory-accounts.ts'
import { ownCopy, sizeOfText } from '../../kernel/text.ts'
import { LIMITS } from '../../limits.ts'
import type { ObservedCall } from '../observed-call.ts'
import { listIn, paramOf } from './param-of.ts'
import type { CallEnd, TrafficRule } from './traffic-rule.ts'

/** Where a call has ids that an operation before it answers. */
const ID_FIELDS: Readonly<Record<'E16' | 'E21', Partial<Record<OperationName, string>>>> = {
  E16: { E21: 'assetIdList', E9: 'objects' },
  E21: { E22: 'assetIds', E4: 'assetIdList', E9: 'objects' },
}

/** A refused call that should have answered ids. */
interface RefusedSource {
  readonly operation: 'E16' | 'E21'
  readonly seq: number
  /** The ids that it was given: of atoms, which are no assets without it. Other values can be of any length. */
  readonly given: ReadonlySet<number>
}

/** The approximate memory of an id in a set, and of a path in one without its characters. */
const ID_BYTES = 40
const PATH_BYTES = 64

/**
 * `result-of-refusal-used`: a client goes on after a refusal as if it were a success. Evidence is the path of an upload
 * that E13 refused, in E16; and in the next operation after a refused E16 or E21 an id that no operation
 * answers, or for an asset one of the atoms that E21 was given. Other unknown ids may have another source.
 */
export class Dependents implements TrafficRule {
  readonly #refusedPaths = new Set<string>()
  readonly #account: MemoryAccount
  #refused: RefusedSource | undefined

  constructor(account: MemoryAccount) {
    this.#account = account
  }

  judge(call: ObservedCall): void {
    if (this.#refusedPaths.size > 0 && call.operation === 'E16') this.#judgePaths(call)
    const refused = this.#refused
    if (!refused || call.operation === null || call.arrivedAfterSeq < refused.seq) return
    const field = ID_FIELDS[refused.operation][call.operation]
    if (field === undefined) return
    const isOfAssets = field !== 'objects' && refused.operation === 'E21' && hasUnknownAsset(call)
    const index = listIn(call.body, field).findIndex(
      (id) => isNoId(id) || (isOfAssets && refused.given.has(id as number)),
    )
    if (index >= 0) call.warn('result-of-refusal-used', `param.${field}[${index}]`)
  }

  learn({ operation, access, code, body }: ObservedCall, { seq }: CallEnd): void {
    if (operation === 'E13') this.#learnPath(paramOf(body).filePath, code)
    if ((operation === 'E16' || operation === 'E21') && code !== '0')
      this.#refuse(operation, seq, listIn(body, 'assetIdList'))
    else if (access !== undefined) this.#forgetRefused()
  }

  /** Forgets all calls. */
  clear(): void {
    this.#forgetRefused()
    for (const path of this.#refusedPaths) this.#forgetPath(path)
  }

  #refuse(operation: 'E16' | 'E21', seq: number, values: readonly unknown[]): void {
    this.#forgetRefused()
    const ids = values.slice(0, LIMITS.atomIds.max).filter((id) => typeof id === 'number')
    const hasRoom = this.#account.hasRoomFor(ID_BYTES * ids.length)
    const given = new Set(hasRoom ? ids : [])
    if (given.size > 0) this.#account.add(ID_BYTES * given.size)
    this.#refused = { operation, seq, given }
  }

  #forgetRefused(): void {
    const size = this.#refused?.given.size ?? 0
    if (size > 0) this.#account.remove(ID_BYTES * size)
    this.#refused = undefined
  }

  #learnPath(path: unknown, code: string | undefined): void {
    if (typeof path !== 'string') return
    if (code === '0') this.#forgetPath(path)
    else this.#addPath(ownCopy(path, LIMITS.filePathCharacters.max))
    if (this.#refusedPaths.size <= LIMITS.refusedPaths.max) return
    const [oldest] = this.#refusedPaths
    if (oldest !== undefined) this.#forgetPath(oldest)
  }

  #addPath(path: string): void {
    const bytes = PATH_BYTES + sizeOfText(path)
    if (this.#refusedPaths.has(path) || !this.#account.hasRoomFor(bytes)) return
    this.#refusedPaths.add(path)
    this.#account.add(bytes)
  }

  #forgetPath(path: string): void {
    if (this.#refusedPaths.delete(path)) this.#account.remove(PATH_BYTES + sizeOfText(path))
  }

  #judgePaths(call: ObservedCall): void {
    if (call.code === '0' && !PATH_FINDINGS.some((code) => call.has(code))) return
    const index = listIn(call.body, 'fileList').findIndex((file) =>
      this.#refusedPaths.has((file as { path?: string } | null)?.path ?? ''),
    )
    if (index >= 0) call.warn('result-of-refusal-used', `param.fileList[${index}].path`)
  }
}

/** The findings about a path that names no completed upload. */
const PATH_FINDINGS = ['upload-not-completed', 'upload-ended', 'path-never-uploaded'] as const

/** The findings about ids that are no assets. */
const ASSET_FINDINGS = ['atom-id-for-asset', 'file-id-for-asset', 'unknown-passed-over'] as const

const hasUnknownAsset = (call: ObservedCall): boolean =>
  call.code !== '0' || ASSET_FINDINGS.some((code) => call.has(code))

/** What programs make of an absent id: null, zero or a negative number. */
const isNoId = (id: unknown): boolean => id === null || (typeof id === 'number' && id <= 0)
