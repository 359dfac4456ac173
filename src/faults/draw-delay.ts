import type { Distribution } from './fault.ts'

/** A delay from a distribution, whole milliseconds; `draw` answers numbers from 0 up to and without 1. */
export const drawDelay = (distribution: Distribution, draw: () => number): number => {
  const { maxMs } = distribution
  return Math.round(Math.min(Math.max(drawFrom(distribution, draw), 0), maxMs))
}

const drawFrom = (distribution: Distribution, draw: () => number): number => {
  switch (distribution.kind) {
    case 'uniform':
      return distribution.minMs + draw() * (distribution.maxMs - distribution.minMs)
    case 'exponential':
      return -distribution.meanMs * Math.log(1 - draw())
    case 'normal':
      return distribution.meanMs + distribution.deviationMs * drawNormal(draw)
  }
}

/** Of mean 0 and deviation 1 (Box and Muller). */
const drawNormal = (draw: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
