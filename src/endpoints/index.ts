import type { Operation } from '../contract/operation.ts'
import type { Endpoint } from '../http/define-endpoint.ts'
import e01 from './e01-search-asset-collections.ts'
import e02 from './e02-social-media-hot-content.ts'
import e03 from './e03-client-tracking-report.ts'
import e04 from './e04-asset-detail-list.ts'
import e05 from './e05-approval-task-list.ts'
import e06 from './e06-search-block-content.ts'
import e07 from './e07-add-crowd-members.ts'
import e08 from './e08-query-users.ts'
import e09 from './e09-create-ingestion-approval.ts'
import e10 from './e10-list-crowd-members.ts'
import e11 from './e11-get-content-detail.ts'
import e12 from './e12-add-notifications.ts'
import e13 from './e13-complete-multipart-upload.ts'
import e14 from './e14-add-portal-collaborators.ts'
import e15 from './e15-update-marketing-task.ts'
import e16 from './e16-create-content-atoms.ts'
import e17 from './e17-list-archive-groups.ts'
import e18 from './e18-delete-crowd-pack.ts'
import e19 from './e19-report-image-search.ts'
import e20 from './e20-update-metadata-values.ts'
import e21 from './e21-ingest-assets.ts'
import e22 from './e22-add-assets-to-collection.ts'

export const ENDPOINTS: readonly Endpoint[] = [
  e01,
  e02,
  e03,
  e04,
  e05,
  e06,
  e07,
  e08,
  e09,
  e10,
  e11,
  e12,
  e13,
  e14,
  e15,
  e16,
  e17,
  e18,
  e19,
  e20,
  e21,
  e22,
]

/** The catalogue: the descriptions of the operations, in the same order. */
export const CATALOGUE: readonly Operation[] = ENDPOINTS.map(({ operation }) => operation)
