import type { VariantOf } from '../contract/assumptions/index.ts'
import { ZONE_OFFSET_MS } from '../kernel/timestamps.ts'

/** Offset of the zone of formatted times from UTC, in ms, in a variant of A-time-1. */
export const zoneOffsetOf = (variant: VariantOf<'A-time-1'>): number =>
  variant === 'utc' ? 0 : ZONE_OFFSET_MS
