/** Operations that the document needs and does not show, by the names that journal and faults use. */
export const SUPPORTING_SUMMARIES = {
  'get-token': 'Get access token',
  'refresh-token': 'Refresh access token',
  'begin-upload': 'Begin an upload',
  'show-upload': 'Show an upload',
  'abort-upload': 'Abort an upload',
  'send-part': 'Send a part of a file',
  'send-file': 'Send a file in one request',
  download: 'Download a file',
  'grant-storage': 'Grant object storage',
  'storage-put': 'Put an object',
  'storage-initiate': 'Initiate an upload in parts',
  'storage-part': 'Upload a part',
  'storage-list-parts': 'List the parts of an upload',
  'storage-list-uploads': 'List open uploads',
  'storage-complete': 'Complete an upload in parts',
  'storage-abort': 'Abort an upload in parts',
  'storage-head': 'Show the headers of an object',
  'storage-get': 'Get an object',
  'storage-delete': 'Delete an object',
} as const

export type SupportingRouteName = keyof typeof SUPPORTING_SUMMARIES

export const SUPPORTING_ROUTES = Object.keys(SUPPORTING_SUMMARIES) as readonly SupportingRouteName[]

/** What the storage listener answers, in the words of the protocols of object storage. */
export type StorageRouteName = Extract<SupportingRouteName, `storage-${string}`>
