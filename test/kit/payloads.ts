import type { ApprovalTask, ApprovalTaskQuery } from '#src/contract/resources/approval-shapes.ts'
import type { AssetDetail } from '#src/contract/resources/asset-shapes.ts'
import type {
  AssetCollection,
  AssetCollectionQuery,
} from '#src/contract/resources/collection-shapes.ts'
import type { PortalContent, PortalContentQuery } from '#src/contract/resources/portal-shapes.ts'
import { listTasks } from '#src/domain/approvals/list-tasks.ts'
import { assetDetails } from '#src/domain/assets/asset-details.ts'
import type { ServiceContext } from '#src/domain/call.ts'
import { searchCollections } from '#src/domain/collections/search-collections.ts'
import { searchContents } from '#src/domain/portal/contents.ts'

interface Page<Row> {
  pageNum: number
  pageSize: number
  totalCount: number
  totalPage: number
  records: Row[]
}

/** A payload as its caller reads it. */
const payloadOf = <T>(payload: T): T => JSON.parse(JSON.stringify(payload))

export const detailsOf = (call: ServiceContext, assetIds: readonly number[]): AssetDetail[] =>
  payloadOf(assetDetails(call, assetIds)).detail

export const collectionsFound = (
  call: ServiceContext,
  query: AssetCollectionQuery,
): { totalCount: number; list: AssetCollection[] } => payloadOf(searchCollections(call, query))

export const tasksListed = (call: ServiceContext, query: ApprovalTaskQuery): Page<ApprovalTask> =>
  payloadOf(listTasks(call, query))

export const contentsFound = (
  call: ServiceContext,
  query: PortalContentQuery,
): Page<PortalContent> => payloadOf(searchContents(call, query))
