import { Type } from '@sinclair/typebox'
import { IntegerField, Shape } from '../schema-types.ts'

/** How busy the server is. */
export const Load = Shape('Load', {
  callsInFlight: IntegerField('Calls that are not over, this one included'),
  delayedCalls: IntegerField('Of them, those that faults delay'),
  loopDelay: Type.Object(
    {
      meanMs: Type.Number({ description: 'Mean, ms' }),
      p99Ms: IntegerField('99th percentile, ms'),
      maxMs: IntegerField('Maximum, ms'),
    },
    {
      additionalProperties: false,
      description: 'How late the event loop was since the server began to listen',
    },
  ),
})
