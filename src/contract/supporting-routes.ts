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
] as const

export type SupportingRouteName = (typeof SUPPORTING_ROUTES)[number]
