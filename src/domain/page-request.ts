import { JsonText } from '../contract/json-text.ts'
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
export const pageFor = (call: ServiceContext, number?: number, size = DEFAULT_PAGE_SIZE): Page => {
  if (size <= MAX_PAGE_SIZE) return pageOf(number, size)
  if (call.variant('A-page-1') === 'refused')
    throw refuse.outOfRange('pageSize', `be at most ${MAX_PAGE_SIZE}`)
  call.warn('page-size-clamped', 'pageSize')
  return pageOf(number, MAX_PAGE_SIZE)
}

/** The JSON text of a page of a list (document, "Paging"), whose records are JSON text already. */
export const pageText = ({ number, size }: Page, totalCount: number, records: string): JsonText => {
  const totalPage = totalPages(totalCount, size)
  return new JsonText(
    `{"pageNum":${number},"pageSize":${size},"totalCount":${totalCount},"totalPage":${totalPage},"records":${records}}`,
  )
}
