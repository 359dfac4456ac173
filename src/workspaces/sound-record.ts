import { parseVariation } from '../instruments/variation/variation-kinds.ts'
import { isObject } from '../kernel/json.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { workspaces } from '../store/db/tables/registry.ts'

type WorkspaceRow = typeof workspaces.$inferSelect

/** A workspace as the registry keeps it. */
export interface WorkspaceRecord extends WorkspaceRow {
  /** What of its row cannot be read; the record has something else in its place. */
  damage?: string | undefined
}

const isClock = (value: unknown): boolean => {
  if (!isObject(value)) return false
  const { mode, nowMs, offsetMs } = value
  const { max } = LIMITS.clockMs
  const isWithin = (ms: unknown, min: number) =>
    Number.isSafeInteger(ms) && Number(ms) >= min && Number(ms) <= max
  if (mode === 'frozen') return isWithin(nowMs, 0)
  return mode === 'real' || (mode === 'offset' && isWithin(offsetMs, -max))
}

const isMapOf = (type: 'string' | 'number') => (value: unknown) =>
  isObject(value) && Object.values(value).every((one) => typeof one === type)

const isVariation = (value: unknown): boolean => {
  try {
    return value === null || parseVariation(String(value)) !== null
  } catch {
    return false
  }
}

/** The columns that are read into more than a number or a text, how each is judged, and what stands in for one that cannot be read. */
const JUDGED: readonly (readonly [
  column: keyof WorkspaceRow,
  isSound: (value: unknown) => boolean,
  otherwise: unknown,
])[] = [
  ['clock', isClock, { mode: 'real' }],
  ['initialClock', isClock, { mode: 'real' }],
  ['variants', isMapOf('string'), {}],
  ['variantChoices', isMapOf('string'), {}],
  ['variation', isVariation, null],
  ['quota', isMapOf('number'), {}],
  ['labels', isMapOf('string'), {}],
]

/** The record of a row, which can be listed, changed and deleted also where the row is damaged. */
export const soundRecord = (row: WorkspaceRow): WorkspaceRecord => {
  const wrong = JUDGED.filter(([column, isSound]) => !isSound(row[column]))
  if (wrong.length === 0) return row
  const names = wrong.map(([column]) => column).join(', ')
  return {
    ...row,
    ...Object.fromEntries(wrong.map(([column, , otherwise]) => [column, otherwise])),
    damage: `its ${names} cannot be read; reset it or delete it`,
  }
}

/** The columns that can be damaged, as a record has them. */
export const judgedColumns = (record: WorkspaceRecord): Partial<WorkspaceRow> =>
  Object.fromEntries(JUDGED.map(([column]) => [column, record[column]]))
