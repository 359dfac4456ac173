import { refuse } from '../contract/errors/refusals.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { ServiceContext } from './call.ts'

/** A page of a list: its number from 1, maximum size and offset. */
export interface Page {
  number: number
  size: number
  offset: number
}

/** The default page size. A sample of E5 shows 20. */
const DEFAULT_PAGE_SIZE = 20

const MAX_PAGE_SIZE = LIMITS.pageSize.max

/** The requested page, with the decisions of A-page-1. */
export const requestedPage = (
  call: ServiceContext,
  number = 1,
  asked = DEFAULT_PAGE_SIZE,
): Page => {
  if (asked > MAX_PAGE_SIZE) {
    if (call.variant('A-page-1') === 'refused')
      throw refuse.outOfRange('pageSize', `be at most ${MAX_PAGE_SIZE}`)
    call.warn('page-size-clamped', 'pageSize', String(MAX_PAGE_SIZE))
  }
  const size = Math.min(asked, MAX_PAGE_SIZE)
  return { number, size, offset: Math.min((number - 1) * size, Number.MAX_SAFE_INTEGER) }
}

/** A page of a list (document, "Paging"). */
export const pageAnswer = <T>({ number, size }: Page, totalCount: number, records: T[]) => ({
  pageNum: number,
  pageSize: size,
  totalCount,
  totalPage: Math.ceil(totalCount / size),
  records,
})

/** Names the success of a list: a page without anything, or one after the first. */
export const nameListOutcome = (call: ServiceContext, { number }: Page, count: number): void => {
  if (count === 0) call.outcome('empty-list')
  else if (number > 1) call.outcome('further-page')
}
