import type { OperationName } from '../../contract/operation.ts'
import { ownCopy } from '../../kernel/text.ts'
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
  /** The ids that it was given: of atoms, which are no assets without it. */
  readonly given: ReadonlySet<unknown>
}

/**
 * `result-of-refusal-used`: a client goes on after a refusal as if it were a success. Evidence is the path of an upload
 * that E13 refused, in E16; and in the next operation after a refused E16 or E21 an id that no operation
 * answers, or for an asset one of the atoms that E21 was given. Other unknown ids may have another source.
 */
export class Dependents implements TrafficRule {
  readonly #refusedPaths = new Set<string>()
  #refused: RefusedSource | undefined

  judge(call: ObservedCall): void {
    if (this.#refusedPaths.size > 0 && call.operation === 'E16') this.#judgePaths(call)
    const refused = this.#refused
    if (!refused || call.operation === null || call.arrivedAfterSeq < refused.seq) return
    const field = ID_FIELDS[refused.operation][call.operation]
    if (field === undefined) return
    const isOfAssets = field !== 'objects' && refused.operation === 'E21' && hasUnknownAsset(call)
    const index = listIn(call.body, field).findIndex(
      (id) => isNoId(id) || (isOfAssets && refused.given.has(id)),
    )
    if (index >= 0) call.warn('result-of-refusal-used', `param.${field}[${index}]`)
  }

  learn({ operation, access, code, body }: ObservedCall, { seq }: CallEnd): void {
    if (operation === 'E13') this.#learnPath(paramOf(body).filePath, code)
    if ((operation === 'E16' || operation === 'E21') && code !== '0') {
      const given = listIn(body, 'assetIdList').slice(0, LIMITS.atomIds.max)
      this.#refused = { operation, seq, given: new Set(given) }
    } else if (access !== undefined) this.#refused = undefined
  }

  #learnPath(path: unknown, code: string | undefined): void {
    if (typeof path !== 'string') return
    if (code === '0') this.#refusedPaths.delete(path)
    else this.#refusedPaths.add(ownCopy(path, LIMITS.filePathCharacters.max))
    if (this.#refusedPaths.size <= LIMITS.refusedPaths.max) return
    for (const oldest of this.#refusedPaths) {
      this.#refusedPaths.delete(oldest)
      return
    }
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
