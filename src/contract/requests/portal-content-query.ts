import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../limits.ts'
import {
  Id,
  Int,
  ListOf,
  PageNumber,
  PageSize,
  PictureParam,
  SearchWords,
  Text,
} from '../resources/primitives.ts'

/** The contents of a block that E6 searches for. */
export const PortalContentQuery = Type.Object({
  blockId: Id,
  pageNum: Type.Optional(PageNumber),
  pageSize: Type.Optional(PageSize),
  searchText: Type.Optional(Text),
  filterConditionList: Type.Optional(
    ListOf(
      Type.Object({ type: Type.Optional(Int), code: Text, value: SearchWords }),
      LIMITS.searchFilters,
    ),
  ),
  pictureParam: Type.Optional(PictureParam),
})
export type PortalContentQuery = Static<typeof PortalContentQuery>
