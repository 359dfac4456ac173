import { Type } from '@sinclair/typebox'
import { PageOf } from '../contract/resources/page.ts'
import { PortalContent } from '../contract/resources/portal-content.ts'
import {
  Id,
  Int,
  ListOf,
  PageNumber,
  PageSize,
  PictureParam,
  SearchWords,
  Text,
} from '../contract/resources/primitives.ts'
import { searchContents } from '../domain/portal/contents.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { LIMITS } from '../limits.ts'

/** E6. Search published contents of a block; called from pages, not recommended. */
export default defineEndpoint({
  id: 'E6',
  summary: 'Search content in a block',
  description: 'Searches the published contents of a portal block by text and tags.',
  path: '/portal/open/block/search',
  surface: 'portal',
  param: Type.Object({
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
  }),
  result: PageOf(PortalContent),
  assumes: ['A-6-1', 'A-6-2', 'A-6-3', 'A-page-1', 'A-file-1'],
  handle: (call) => searchContents(call, call.param),
})
