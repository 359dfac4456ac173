// The calls of a soak: what a client of the whole interface would send, weighted, in an order that is the same in every run.
import { requestText } from '../keep-alive.mjs'

/** Parts of a hundred: a client reads more than it writes. E18 is missing, since E7 and E10 need the pack; it ends each round of writes. */
const READS = { E8: 16, E4: 12, E1: 10, E6: 10, E11: 8, E5: 4, E17: 3, E2: 2, E10: 2 }
const WRITES = {
  ...{ E3: 6, E22: 5, E7: 4, E12: 3, E19: 3, E20: 3, E9: 2, E14: 2, E15: 2, E16: 1, E21: 1 },
  E13: 1,
}
/** Chains of supporting routes and operations, in thousandths of all calls. */
const READ_CHAINS = { download: 10 }
const WRITE_CHAINS = { upload: 3, token: 3 }

/** Phases of a soak; a hundred calls of `mixed` are two thirds reads. */
export const PHASES = {
  reads: { operations: READS, chains: READ_CHAINS },
  writes: { operations: WRITES, chains: WRITE_CHAINS },
  mixed: {
    operations: { ...READS, ...WRITES },
    chains: { ...READ_CHAINS, ...WRITE_CHAINS },
  },
}

/** Whether a call counts towards the reset after so many writes. */
export const isWrite = (kind) => kind in WRITES || kind in WRITE_CHAINS

/** Numbers from 0 up to 1, the same in every run (the generator "mulberry32"). */
const randomNumbers = (seed) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A thousand or so kinds of calls by their weights, shuffled; a soak goes round them. */
export const orderOf = ({ operations, chains }) => {
  const sum = Object.values(operations).reduce((total, weight) => total + weight, 0)
  const kinds = [
    ...Object.entries(operations).map(([kind, weight]) => [
      kind,
      Math.round((weight / sum) * 1_000),
    ]),
    ...Object.entries(chains),
  ].flatMap(([kind, times]) => Array.from({ length: times }, () => kind))
  const random = randomNumbers(14)
  for (let index = kinds.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1))
    ;[kinds[index], kinds[other]] = [kinds[other], kinds[index]]
  }
  return kinds
}

const rotated = (list, turn, count) =>
  Array.from({ length: count }, (_, index) => list[(turn + index) % list.length])

/** What changes from call to call, by operation, so that caches and tables see different values. */
const changes = (ids) => ({
  E4: (turn) => ({ assetIdList: rotated(ids.assets.ids, turn, 3) }),
  E7: (turn) => ({
    crowdList: [{ crowdUniqueSign: `s-${turn}` }, { crowdUniqueSign: `t-${turn}` }],
  }),
  E8: (turn) => ({ userIds: rotated([1001, 1002, 1003, 1004, 1005], turn, 2) }),
  E9: (turn) => ({ name: `Publish ${turn}`, objects: rotated(ids.assets.ids, turn, 2) }),
  E12: (turn) => ({ url: `/library/assets/${turn}` }),
  E17: (turn) => ({ groupPath: rotated(ids.archive.groupPaths, turn, 2) }),
  E21: (turn) => ({ assetIdList: rotated(ids.atoms.ids, turn, 2) }),
  E22: (turn) => ({ assetIds: rotated(ids.assets.ids, turn, 2) }),
})

const TURNS = 400

/** Ready requests of each operation: as many as there are different ones, or one. */
export const requestsOf = (calls, ids) =>
  Object.fromEntries(
    calls.map(({ id, path, headers, body }) => {
      const change = changes(ids)[id]
      const { param } = JSON.parse(body)
      const bodies = change
        ? Array.from({ length: TURNS }, (_, turn) =>
            JSON.stringify({ param: { ...param, ...change(turn) } }),
          )
        : [body]
      return [id, bodies.map((text) => requestText({ path, headers, body: text }))]
    }),
  )
