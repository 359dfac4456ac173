import type { Example } from './recorded-example.ts'

type Parts = Required<Pick<Example, 'body'>> | Required<Pick<Example, 'path'>>

const example = (of: Example['of'], outcome: string, summary: string, parts: Parts): Example => ({
  ...{ of, outcome, summary },
  ...parts,
})

const OPEN: Parts = { path: ({ upload }) => ({ uploadId: upload.uploadId }) }
const NEVER_BEGUN: Parts = { path: () => ({ uploadId: 'none' }) }

export const SUPPORTING_EXAMPLES: readonly Example[] = [
  example('get-token', 'success', 'The client of a workspace', {
    body: ({ app }) => ({ clientId: app?.clientId, clientKey: app?.clientKey }),
  }),
  example('get-token', 'wrongClient', 'A wrong key', {
    body: ({ app }) => ({ clientId: app?.clientId, clientKey: 'wrong' }),
  }),
  example('refresh-token', 'badRefreshToken', 'A refresh token that was never issued', {
    body: () => ({ refresh_token: 'unknown' }),
  }),
  example('begin-upload', 'success', 'A small picture, in one part', {
    body: () => ({ name: 'a.png', type: 'image/png', size: 12 }),
  }),
  example('begin-upload', 'missingField', 'Without the size', {
    body: () => ({ name: 'a.png', type: 'image/png' }),
  }),
  example('show-upload', 'success', 'An upload whose parts have arrived', OPEN),
  example('show-upload', 'unknownUpload', 'An upload that was never begun', NEVER_BEGUN),
  example('abort-upload', 'success', 'An open upload', OPEN),
  example('abort-upload', 'unknownUpload', 'An upload that was never begun', NEVER_BEGUN),
]
