import { defineControl } from '../http/define-control.ts'
import { readFixtures } from '../sandbox/acts/fixtures.ts'
import { Fixtures } from './shapes/fixtures.ts'

/** `GET /_sandbox/fixtures`: ready-made ids of the workspace for every operation. */
export default defineControl({
  method: 'GET',
  path: '/fixtures',
  summary: 'Ready-made ids and credentials of the workspace',
  result: Fixtures,
  handle: ({ sandbox, workspace }) => readFixtures(sandbox, workspace),
})
