// Printed from the sources; `npm run docs` prints it again.

/** Path, surface and reply shape of every operation, by its number. */
export const OPERATIONS = {
  E1: { path: '/open-api/standard/v1/search-material-groups', surface: 'server-side', shape: 'plain' },
  E2: { path: '/open-api/standard/v1/get-social-media-content-stats', surface: 'server-side', shape: 'plain' },
  E3: { path: '/open-api/standard/v1/save-client-track-log', surface: 'server-side', shape: 'plain' },
  E4: { path: '/open-api/standard/v2/asset/detail-list', surface: 'server-side', shape: 'plain' },
  E5: { path: '/open-api/standard/call/get-approval-by-create-time', surface: 'server-side', shape: 'plain' },
  E6: { path: '/portal/open/block/search', surface: 'portal', shape: 'plain' },
  E7: { path: '/open-api/standard/v1/marketing/crowd/insert', surface: 'server-side', shape: 'nested' },
  E8: { path: '/open-api/standard/v1/query-user-simple-info-list', surface: 'server-side', shape: 'plain' },
  E9: { path: '/open-api/standard/v1/material/create-external-asset-publishing-approval', surface: 'server-side', shape: 'plain' },
  E10: { path: '/open-api/standard/v1/marketing/crowd/list', surface: 'server-side', shape: 'nested' },
  E11: { path: '/portal/open/block/getContent', surface: 'portal', shape: 'plain' },
  E12: { path: '/open-api/standard/v1/add-notifications', surface: 'server-side', shape: 'plain' },
  E13: { path: '/open-api/standard/v1/file/complete-multipart-upload', surface: 'server-side', shape: 'plain' },
  E14: { path: '/open-api/standard/v1/addPortalAuth', surface: 'server-side', shape: 'plain' },
  E15: { path: '/open-api/standard/v1/creative/update', surface: 'server-side', shape: 'plain' },
  E16: { path: '/open-api/standard/v2/asset-element/upload', surface: 'server-side', shape: 'plain' },
  E17: { path: '/open-api/standard/v1/material-archive/group/list', surface: 'server-side', shape: 'plain' },
  E18: { path: '/open-api/standard/v1/marketing/crowd-pack/delete', surface: 'server-side', shape: 'nested' },
  E19: { path: '/open-api/standard/v1/submitQueryResult', surface: 'server-side', shape: 'bare' },
  E20: { path: '/open-api/standard/v1/metadata/value/update', surface: 'server-side', shape: 'empty' },
  E21: { path: '/open-api/standard/call/material2group', surface: 'server-side', shape: 'plain' },
  E22: { path: '/open-api/standard/v1/asset/collection/add-asset', surface: 'server-side', shape: 'plain' },
} as const

/** The modes of a clock. */
export const CLOCK_MODES = [
  'real',
  'offset',
  'frozen',
] as const

/** The decisions of a task. */
export const DECISIONS = [
  'approve',
  'reject',
  'withdraw',
] as const

/** The phases of a call that a fault can act in. */
export const FAULT_PHASES = [
  'arrival',
  'before',
  'after',
  'during',
] as const

/** The parts of a workspace that can be reset alone. */
export const RESET_PARTS = [
  'data',
  'journal',
  'faults',
  'clock',
] as const

/** The kinds of records. */
export const RECORD_KINDS = [
  'tracking',
  'notifications',
  'collaborators',
  'marketing-tasks',
  'image-search',
  'metadata',
  'approvals',
  'uploads',
  'atoms',
  'crowd-packs',
] as const

/** The longest wait of one call for the journal. */
export const MAX_WAIT_MS = 60000
