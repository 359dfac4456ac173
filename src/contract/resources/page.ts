import { type TSchema, Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { ClosedObject, Count, PageNumber, PageSize } from './primitives.ts'

/** A page of records as E5 and E6 answer it; `totalPage` is the ceiling of rows by page size. */
export const PageOf = <R extends TSchema>(record: R) =>
  ClosedObject({
    pageNum: shown(PageNumber, 'Number of the page, from 1.', 'A-page-1'),
    pageSize: shown(PageSize, 'Rows of a page; 20 in the sample.', 'A-page-1'),
    totalCount: shown(Count, 'Number of the rows on all pages.'),
    totalPage: shown(Count, 'Number of the pages.'),
    records: shown(Type.Array(record), 'Rows of the page.'),
  })
