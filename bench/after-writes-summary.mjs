// What rounds of after-writes.mjs found: medians and ratios with their spread.
import { spreadText } from './grid.mjs'
import { median, spreadOf } from './spread.mjs'

/** The costs of each operation in microseconds, and as ratios of rounds to bare Fastify; a read after a write is a pair of both without the write. */
export const costsOf = (samples) =>
  Object.fromEntries(
    Object.entries(samples).map(([id, rounds]) => {
      const spread = (of) => spreadOf(rounds.map(of))
      const after = ({ pair, write }) => pair - write
      return [
        id,
        {
          repeated: spread(({ repeated }) => repeated),
          after: spread(after),
          growth: spread((one) => after(one) / one.repeated),
          ratioRepeated: spread(({ fastify, repeated }) => fastify / repeated),
          ratioAfter: spread((one) => one.fastify / after(one)),
        },
      ]
    }),
  )

/** A row for each read, and one for the median of them. */
export const afterWriteRows = ({ calls }) => {
  const middle = (name) => median(Object.values(calls).map((one) => one[name].median)).toFixed(2)
  return [
    ...Object.entries(calls).map(([id, one]) => ({
      Operation: id,
      'CPU µs, repeated': one.repeated.median.toFixed(0),
      'CPU µs, after a write': one.after.median.toFixed(0),
      'After / repeated': spreadText(one.growth),
      'CPU / Fastify, repeated': spreadText(one.ratioRepeated),
      'CPU / Fastify, after a write': spreadText(one.ratioAfter),
    })),
    {
      Operation: 'median',
      'After / repeated': middle('growth'),
      'CPU / Fastify, repeated': middle('ratioRepeated'),
      'CPU / Fastify, after a write': middle('ratioAfter'),
    },
  ]
}
