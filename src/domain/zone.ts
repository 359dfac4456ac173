import { ZONE_OFFSET_MS } from '../kernel/timestamps.ts'
import type { ServiceContext } from './call.ts'

/** How far the zone of formatted times is ahead of UTC, in ms (A-time-1). */
export const zoneOffsetOf = (call: Pick<ServiceContext, 'variant'>): number =>
  call.variant('A-time-1') === 'utc' ? 0 : ZONE_OFFSET_MS
