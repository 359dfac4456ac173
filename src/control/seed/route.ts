import { SEED_BODY } from '../../http/bodies/body-limit.ts'
import { defineControl } from '../define-control.ts'
import { SeedAdded, WantedSeed } from './schema.ts'
import { addSeed } from './service.ts'

/** `POST /_sandbox/seed`: users, rights, collections, packs, approvals and all else, as a test needs them. */
export default defineControl({
  method: 'POST',
  path: '/seed',
  summary: 'Add data in the format of seed files to the workspace, as a whole or not at all',
  body: WantedSeed,
  bodyLimit: SEED_BODY,
  result: SeedAdded,
  handle: ({ sandbox, workspace, body }) => addSeed(sandbox, workspace, body),
})
