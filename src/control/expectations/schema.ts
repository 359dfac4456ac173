import { type Static, Type } from '@sinclair/typebox'
import { BOUNDED_BY_BODY, ClosedObject } from '../../contract/resources/primitives.ts'
import { Shape } from '../../contract/shapes.ts'
import { LIMITS } from '../../limits.ts'
import { after, selection } from '../journal/schema.ts'

/** The calls that are expected; what is absent is not compared. */
const CallMatch = Shape('CallMatch', 'Calls; what is absent is not compared', {
  ...selection,
  body: Type.Optional(
    Type.Unknown({
      ...BOUNDED_BY_BODY,
      description:
        "Part that the body of the request must have; elements of lists match in any place. A key that begins with `/` is a JSON Pointer into the body, such as `{ '/param/assetIds/0': 100001 }`",
    }),
  ),
})

const expectation = {
  match: Type.Optional(CallMatch),
  timeoutMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LIMITS.waitMs.max,
      description:
        'Maximum waiting time, ms; by default 5 s, in the library 2 s, and none where no call is expected',
    }),
  ),
  after,
}

/** The calls to wait for. */
export const Expectation = Shape('Expectation', 'Calls to wait for, or not to find', {
  ...expectation,
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.waitCount.max,
      description: 'Minimum number of calls; 1 without it',
    }),
  ),
})
export type Expectation = Static<typeof Expectation>

/** The calls that must not be found. */
export const NoCallExpectation = ClosedObject(expectation)
export type NoCallExpectation = Static<typeof NoCallExpectation>
