import type { JournalEntry } from '#src/client/generated/control.ts'
import { goTo, linkTo, route, stayAt } from '../../api/place.ts'
import { isRefused } from '../../parts/text.tsx'

export const EVERY_CALL = {
  text: '',
  operation: '',
  code: '',
  actor: '',
  finding: '',
}

export type CallFilter = Readonly<typeof EVERY_CALL>

/** The part of the URL in the place of the number of a call, when none is open. */
const LIST = 'list'

export const UNKNOWN_PATH = 'unknown'

export const openedSeq = (): number | undefined => {
  const [seq = ''] = route.value.rest
  return /^\d{1,15}$/.test(seq) ? Number(seq) : undefined
}

export const filterOfRoute = (): CallFilter => {
  const given = new URLSearchParams(route.value.rest[1] ?? '')
  const { text, operation, code, actor, finding } = { ...EVERY_CALL, ...Object.fromEntries(given) }
  return { text, operation, code, actor, finding }
}

const restOf = (seq: number | undefined, filter: CallFilter): (string | number)[] => {
  const given = Object.entries(filter).filter(([, value]) => value !== '')
  if (given.length === 0) return seq === undefined ? [] : [seq]
  return [seq ?? LIST, new URLSearchParams(given).toString()]
}

export const linkToCall = (seq: number | undefined): string =>
  linkTo('calls', ...restOf(seq, filterOfRoute()))

export const setFilter = (filter: CallFilter): void => {
  const go = filter.text === filterOfRoute().text ? goTo : stayAt
  go('calls', ...restOf(openedSeq(), filter))
}

export const isFiltering = (filter: CallFilter): boolean =>
  Object.values(filter).some((value) => value !== '')

/** True if a call passes a filter. `found` are the calls with its text, undefined before the server has searched. */
export const passes = (
  call: JournalEntry,
  { text, operation, code, actor, finding }: CallFilter,
  found: ReadonlySet<number> | undefined,
): boolean =>
  (text.trim() === '' || found?.has(call.seq) === true) &&
  (operation === '' || operation === (call.operation ?? UNKNOWN_PATH)) &&
  (actor === '' || actor === call.actor) &&
  (code === '' || code === call.code || (code === 'refused' && isRefused(call))) &&
  (finding === '' ||
    call.findings.some((one) => finding === 'any' || finding === one.level || finding === one.code))
