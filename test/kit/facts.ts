import type { CallFacts } from '#src/instruments/journal/journal.ts'

/** The record of a usual call in the journal, with some fields replaced. */
export const factsWith = (more: Partial<CallFacts> = {}): CallFacts => ({
  workspace: '00000000',
  isAttributed: true,
  atMs: 0,
  durationMs: 0,
  kind: 'operation',
  operation: 'E8',
  method: 'POST',
  path: '/',
  headers: '',
  actor: null,
  actorId: null,
  status: 200,
  code: '0',
  message: null,
  test: null,
  findings: [],
  assumptions: [],
  variations: [],
  fault: null,
  transport: 'complete',
  mediaType: null,
  requestBody: null,
  answerBody: null,
  ...more,
})
