/** What is beside the document's operations, by the names that fault rules use. */
export const SUPPORTING_ROUTES = [
  'get-token',
  'refresh-token',
  'begin-upload',
  'show-upload',
  'abort-upload',
  'send-part',
  'send-file',
  'download',
] as const

/** The name of an operation that the document names or needs and does not show. */
export type SupportingRouteName = (typeof SUPPORTING_ROUTES)[number]
