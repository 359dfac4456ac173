import { type TSchema, Type } from '@sinclair/typebox'
import { ClosedObject, Count, PageNumber, PageSize } from './primitives.ts'

/** A page of records as E5 and E6 answer it; `totalPage` is the ceiling of rows by page size. */
export const PageOf = <R extends TSchema>(record: R) =>
  ClosedObject({
    pageNum: PageNumber,
    pageSize: PageSize,
    totalCount: Count,
    totalPage: Count,
    records: Type.Array(record),
  })
