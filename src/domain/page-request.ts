import { refuse } from '../errors/refusals.ts'
import {
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  type Page,
  pageOf,
  totalPages,
} from '../kernel/paging.ts'
import type { ServiceContext } from './call.ts'

/** The requested page, with the decisions of A-page-1. */
export const requestedPage = (
  call: ServiceContext,
  number?: number,
  size = DEFAULT_PAGE_SIZE,
): Page => {
  if (size <= MAX_PAGE_SIZE) return pageOf(number, size)
  if (call.variant('A-page-1') === 'refused')
    throw refuse.outOfRange('pageSize', `be at most ${MAX_PAGE_SIZE}`)
  call.warn('page-size-clamped', 'pageSize')
  return pageOf(number, MAX_PAGE_SIZE)
}

/** A page of a list (document, "Paging"). */
export const pageAnswer = <T>({ number, size }: Page, totalCount: number, records: T[]) => ({
  pageNum: number,
  pageSize: size,
  totalCount,
  totalPage: totalPages(totalCount, size),
  records,
})

/** Names the success of a list: a page without anything, or one after the first. */
export const nameListOutcome = (call: ServiceContext, { number }: Page, count: number): void => {
  if (count === 0) call.outcome('empty-list')
  else if (number > 1) call.outcome('further-page')
}
