import { LIMITS } from '../limits.ts'

/** One page of a list: its number, maximum size and offset. */
export interface Page {
  number: number
  size: number
  offset: number
}

/** The page size when a request names none. A sample of E5 shows 20. */
export const DEFAULT_PAGE_SIZE = 20

/** Maximum page size. */
export const MAX_PAGE_SIZE = LIMITS.pageSize.max

/** A page by number (from 1) and size; the offset is capped beyond the length of any list. */
export const pageOf = (number = 1, size = DEFAULT_PAGE_SIZE): Page => ({
  number,
  size,
  offset: Math.min((number - 1) * size, Number.MAX_SAFE_INTEGER),
})

/** The number of pages of a list, rounded up: 50 rows in pages of 20 are 3. */
export const totalPages = (totalCount: number, pageSize: number): number =>
  Math.ceil(totalCount / pageSize)
