/** How an operation is called and what its answer looks like. */
export interface OperationFacts {
  readonly path: string
  readonly surface: 'server-side' | 'portal'
  readonly shape: 'plain' | 'nested' | 'bare' | 'empty'
}

const OPEN = '/open-api/standard'

const at = (path: string, shape: OperationFacts['shape'] = 'plain'): OperationFacts => ({
  path: `${OPEN}${path}`,
  surface: 'server-side',
  shape,
})

const atPortal = (path: string): OperationFacts => ({ path, surface: 'portal', shape: 'plain' })

const TABLE = {
  E1: at('/v1/search-material-groups'),
  E2: at('/v1/get-social-media-content-stats'),
  E3: at('/v1/save-client-track-log'),
  E4: at('/v2/asset/detail-list'),
  E5: at('/call/get-approval-by-create-time'),
  E6: atPortal('/portal/open/block/search'),
  E7: at('/v1/marketing/crowd/insert', 'nested'),
  E8: at('/v1/query-user-simple-info-list'),
  E9: at('/v1/material/create-external-asset-publishing-approval'),
  E10: at('/v1/marketing/crowd/list', 'nested'),
  E11: atPortal('/portal/open/block/getContent'),
  E12: at('/v1/add-notifications'),
  E13: at('/v1/file/complete-multipart-upload'),
  E14: at('/v1/addPortalAuth'),
  E15: at('/v1/creative/update'),
  E16: at('/v2/asset-element/upload'),
  E17: at('/v1/material-archive/group/list'),
  E18: at('/v1/marketing/crowd-pack/delete', 'nested'),
  E19: at('/v1/submitQueryResult', 'bare'),
  E20: at('/v1/metadata/value/update', 'empty'),
  E21: at('/call/material2group'),
  E22: at('/v1/asset/collection/add-asset'),
} as const

/** The number of an operation in the document. */
export type OperationId = keyof typeof TABLE

/** What is beside the document's operations: tokens, uploads and downloads. */
export type SupportingRouteName =
  | 'get-token'
  | 'refresh-token'
  | 'begin-upload'
  | 'show-upload'
  | 'abort-upload'
  | 'send-part'
  | 'send-file'
  | 'download'

/** What a call can be one of. */
export type OperationName = OperationId | SupportingRouteName

/** The 22 operations of the document, by their numbers. */
export const OPERATIONS: Readonly<Record<OperationId, OperationFacts>> = TABLE
