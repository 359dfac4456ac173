export const BUILT_IN_SEEDS = ['demo', 'minimal'] as const

/** The day of the built-in seeds, 2026-10-27: everything in them that is not scheduled happened before. */
export const SEED_DAY_MS = 1_793_059_200_000
