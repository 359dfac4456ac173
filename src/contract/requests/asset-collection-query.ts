import { type Static, Type } from '@sinclair/typebox'
import { Id, Int, PageNumber, PageSize, SearchWords, Text } from '../resources/primitives.ts'

/** The collections that E1 searches for; everything is optional. */
export const AssetCollectionQuery = Type.Object({
  keywordList: Type.Optional(SearchWords),
  scope: Type.Optional(Int),
  parentGroupId: Type.Optional(Id),
  sortBy: Type.Optional(Type.Object({ field: Type.Optional(Text), sort: Type.Optional(Text) })),
  page: Type.Optional(PageNumber),
  pageSize: Type.Optional(PageSize),
})
export type AssetCollectionQuery = Static<typeof AssetCollectionQuery>
