import { Type } from '@sinclair/typebox'
import { BOUNDED_BY_BODY, MapOf } from '../../contract/resources/primitives.ts'
import { SEED_BODY } from '../../http/bodies/body-limit.ts'
import { LIMITS } from '../../limits.ts'
import { defineControl } from '../define-control.ts'
import { SeedAdded } from '../transfer/schema.ts'
import { addSeed } from './service.ts'

/** `POST /_sandbox/seed`: users, rights, collections, packs, approvals and all else, as a test needs them. */
export default defineControl({
  method: 'POST',
  path: '/seed',
  summary: 'Add data in the format of seed files to the workspace, as a whole or not at all',
  body: MapOf(Type.Unknown(BOUNDED_BY_BODY), LIMITS.freeKeys, {
    description: 'any keys of a seed file',
  }),
  bodyLimit: SEED_BODY,
  result: SeedAdded,
  handle: ({ sandbox, workspace, body }) => addSeed(sandbox, workspace, body),
})
