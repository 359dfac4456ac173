import { Type } from '@sinclair/typebox'
import { Shape, Whole } from '../schema-types.ts'

/** How busy the server is. */
export const Load = Shape('Load', {
  callsInFlight: Whole('Calls that are not over, this one included'),
  delayedCalls: Whole('Of them, those that faults delay'),
  loopDelay: Type.Object(
    {
      meanMs: Type.Number({ description: 'Mean, ms' }),
      p99Ms: Whole('99th percentile, ms'),
      maxMs: Whole('Maximum, ms'),
    },
    {
      additionalProperties: false,
      description: 'How late the event loop was since the server began to listen',
    },
  ),
})
