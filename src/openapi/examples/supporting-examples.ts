import type { Example } from './recorded-example.ts'

export const SUPPORTING_EXAMPLES: readonly Example[] = [
  {
    of: 'get-token',
    outcome: 'success',
    summary: 'The client of a workspace',
    body: ({ app }) => ({ clientId: app?.clientId, clientKey: app?.clientKey }),
  },
  {
    of: 'get-token',
    outcome: 'wrongClient',
    summary: 'A wrong key',
    body: ({ app }) => ({ clientId: app?.clientId, clientKey: 'wrong' }),
  },
  {
    of: 'refresh-token',
    outcome: 'badRefreshToken',
    summary: 'A refresh token that was never issued',
    body: () => ({ refresh_token: 'unknown' }),
  },
  {
    of: 'begin-upload',
    outcome: 'success',
    summary: 'A small picture, in one part',
    body: () => ({ name: 'a.png', type: 'image/png', size: 12 }),
  },
  {
    of: 'begin-upload',
    outcome: 'missingField',
    summary: 'Without the size',
    body: () => ({ name: 'a.png', type: 'image/png' }),
  },
  {
    of: 'show-upload',
    outcome: 'success',
    summary: 'An upload whose parts have arrived',
    path: ({ upload }) => ({ uploadId: upload.uploadId }),
  },
  {
    of: 'show-upload',
    outcome: 'unknownUpload',
    summary: 'An upload that was never begun',
    path: () => ({ uploadId: 'none' }),
  },
  {
    of: 'abort-upload',
    outcome: 'success',
    summary: 'An open upload',
    path: ({ upload }) => ({ uploadId: upload.uploadId }),
  },
  {
    of: 'abort-upload',
    outcome: 'unknownUpload',
    summary: 'An upload that was never begun',
    path: () => ({ uploadId: 'none' }),
  },
]
