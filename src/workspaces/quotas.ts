import type { Quota } from '../contract/quota.ts'
import type { Store } from '../db/store.ts'
import { fileBytesOf } from '../domain/files/kept-files.ts'
import { badRequest } from '../errors/problem.ts'

export const withinQuota = (asked: Quota | undefined, max: Quota): Quota => {
  const quota: Quota = { ...max, ...asked }
  for (const key of ['databaseBytes', 'fileBytes', 'snapshotBytes'] as const) {
    const [wanted, given] = [quota[key], max[key]]
    if (wanted !== undefined && given !== undefined) quota[key] = Math.min(wanted, given)
  }
  return quota
}

/** Refuses a quota that the data exceeds already. */
export const mustFit = ({ databaseBytes, fileBytes }: Quota, store: Store): void => {
  const bounds = [
    ['databaseBytes', databaseBytes, () => store.sizeBytes],
    ['fileBytes', fileBytes, () => fileBytesOf(store)],
  ] as const
  for (const [name, max, sizeOf] of bounds) {
    if (max === undefined || sizeOf() <= max) continue
    throw badRequest(`quota.${name} is ${max} bytes; the data has ${sizeOf()} bytes already`)
  }
}
