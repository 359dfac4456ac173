/** Operations that the document needs and does not show, by the names that journal and faults use. */
export const SUPPORTING_ROUTES = [
  'get-token',
  'refresh-token',
  'begin-upload',
  'show-upload',
  'abort-upload',
  'send-part',
  'send-file',
  'download',
  'grant-storage',
  'storage-put',
  'storage-initiate',
  'storage-part',
  'storage-list-parts',
  'storage-list-uploads',
  'storage-complete',
  'storage-abort',
  'storage-head',
  'storage-get',
  'storage-delete',
  'storage-post',
] as const

export type SupportingRouteName = (typeof SUPPORTING_ROUTES)[number]

/** What the storage listener answers, in the words of the protocols of object storage. */
export type StorageRouteName = Extract<SupportingRouteName, `storage-${string}`>
