import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject } from '../../contract/resources/primitives.ts'
import { Amount, Shape } from '../../contract/shapes.ts'

/** How busy the server is. */
export const ServerLoad = Shape('ServerLoad', 'How busy the server is', {
  callsInFlight: Amount('Calls in flight, this one included'),
  delayedCalls: Amount('Calls among them that a fault delays'),
  loopDelay: ClosedObject(
    {
      meanMs: Type.Number({ description: 'Mean, ms' }),
      p99Ms: Amount('99th percentile, ms'),
      maxMs: Amount('Maximum, ms'),
    },
    { description: 'Delay of the event loop since the server began to listen' },
  ),
})
export type ServerLoad = Static<typeof ServerLoad>
