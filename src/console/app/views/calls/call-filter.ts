import type { JournalEntry } from '#src/client/generated/control.ts'
import { goTo, linkTo, route } from '../../api/place.ts'

/** What calls are shown by; an empty text is no condition. */
export interface CallFilter {
  readonly operation: string
  /** A code, or `refused` for every call that is no success. */
  readonly code: string
  readonly actor: string
  /** A code, a level, or `any`. */
  readonly finding: string
}

/** The filter of every call. */
export const EVERY_CALL: CallFilter = { operation: '', code: '', actor: '', finding: '' }

/** The part of the URL in the place of the number of a call, when none is open. */
const LIST = 'list'

/** The operation of calls to paths that are no operation. */
export const UNKNOWN_PATH = 'unknown'

/** The number of the open call, from the URL. */
export const openedSeq = (): number | undefined => {
  const [seq = ''] = route.value.rest
  return /^\d{1,15}$/.test(seq) ? Number(seq) : undefined
}

/** The filter, from the URL. */
export const filterOfRoute = (): CallFilter => {
  const given = new URLSearchParams(route.value.rest[1] ?? '')
  const { operation, code, actor, finding } = { ...EVERY_CALL, ...Object.fromEntries(given) }
  return { operation, code, actor, finding }
}

const restOf = (seq: number | undefined, filter: CallFilter): (string | number)[] => {
  const given = Object.entries(filter).filter(([, value]) => value !== '')
  const text = new URLSearchParams(given).toString()
  if (text === '') return seq === undefined ? [] : [seq]
  return [seq ?? LIST, text]
}

/** The link to a call, or to the list, with the filter that is set. */
export const linkToCall = (seq: number | undefined, filter = filterOfRoute()): string =>
  linkTo('calls', ...restOf(seq, filter))

/** Opens a call, or closes the open one. */
export const openCall = (seq: number | undefined): void =>
  goTo('calls', ...restOf(seq, filterOfRoute()))

/** Sets the filter; an open call stays open. */
export const setFilter = (filter: CallFilter): void => goTo('calls', ...restOf(openedSeq(), filter))

/** Whether a filter has a condition. */
export const isFiltering = (filter: CallFilter): boolean =>
  Object.values(filter).some((value) => value !== '')

/** Whether a call is no success. */
export const isRefused = ({ code, status }: JournalEntry): boolean =>
  code === null ? (status ?? 500) >= 400 : code !== '0'

/** Whether a call passes a filter. */
export const passes = (call: JournalEntry, filter: CallFilter): boolean =>
  (filter.operation === '' || filter.operation === (call.operation ?? UNKNOWN_PATH)) &&
  (filter.actor === '' || filter.actor === call.actor) &&
  (filter.code === '' ||
    (filter.code === 'refused' ? isRefused(call) : filter.code === call.code)) &&
  (filter.finding === '' || hasFinding(call, filter.finding))

const hasFinding = ({ findings }: JournalEntry, wanted: string): boolean =>
  findings.some(({ code, level }) => wanted === 'any' || wanted === level || wanted === code)
