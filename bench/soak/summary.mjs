// What a soak shows: whether memory, descriptors and latency stay as they are.
import { countText, grid } from '../grid.mjs'
import { lineOf, median } from '../spread.mjs'

/** The share of a phase before memory is judged: the journal fills, and the engine optimises what is called. */
const WARM_UP = 0.2
/** Memory is flat if its line over the rest rises by at most this share of its median: the garbage collector alone moves single samples by more. */
const FLAT = 0.1

/** How memory moves after the warm-up of a phase, judged. */
export const memoryTrend = (samples) => {
  const judged = samples.slice(Math.floor(samples.length * WARM_UP))
  const { slope } = lineOf(judged.map(({ calls, residentMiB }) => [calls / 1e6, residentMiB]))
  const span = (judged.at(-1).calls - judged[0].calls) / 1e6
  const middle = median(judged.map(({ residentMiB }) => residentMiB))
  const share = (slope * span) / middle
  return { mibPerMillion: slope, riseMiB: slope * span, share, middle, isFlat: share <= FLAT }
}

/** Up to 10 of the samples of a phase, evenly spaced, with the first and the last. */
const someOf = (samples) => {
  const step = (samples.length - 1) / 9
  const indices = Array.from({ length: 10 }, (_, index) => Math.round(index * step))
  return [...new Set(indices)].map((index) => samples[index])
}

/** A row for each of some samples of a phase. */
export const sampleRows = ({ samples }) =>
  someOf(samples).map(({ calls, seconds, rate, p50, p99, slowest, residentMiB, descriptors }) => ({
    Calls: countText(calls),
    Seconds: seconds.toFixed(0),
    'Calls/s': countText(rate),
    'p50 ms': p50.toFixed(2),
    'p99 ms': p99.toFixed(2),
    'Slowest ms': slowest.toFixed(0),
    'Memory MiB': residentMiB.toFixed(0),
    Descriptors: `${descriptors}`,
  }))

/** A row for each phase: how memory and descriptors moved. */
export const phaseRows = ({ phases }) =>
  phases.map(({ phase, calls, resets, seconds, samples }) => {
    const { mibPerMillion, riseMiB, middle, isFlat } = memoryTrend(samples)
    const descriptors = samples.map((sample) => sample.descriptors)
    return {
      Phase: phase,
      Calls: countText(calls),
      Resets: countText(resets),
      'Calls/s': countText(calls / seconds),
      'Memory MiB': middle.toFixed(0),
      'Slope, MiB per million': mibPerMillion.toFixed(1),
      'Rise, MiB': riseMiB.toFixed(1),
      'Memory is': isFlat ? 'flat' : 'rising',
      Descriptors: `${Math.min(...descriptors)} to ${Math.max(...descriptors)}`,
    }
  })

/** A row for each kind of call of a phase: how many, and how many a rule refused. */
const kindRows = ({ kinds }) =>
  Object.entries(kinds)
    .sort(([, one], [, other]) => other.calls - one.calls)
    .map(([kind, { calls, refused }]) => ({
      Call: kind,
      Calls: countText(calls),
      Refused: countText(refused),
    }))

/** A soak for a terminal. */
export const describeSoak = (result) =>
  [
    grid(phaseRows(result)),
    ...result.phases.flatMap((phase) => [
      `${phase.phase}\n\n`,
      grid(sampleRows(phase)),
      grid(kindRows(phase)),
    ]),
  ].join('')
