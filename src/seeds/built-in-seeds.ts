/** The seeds that ship with the program. */
export const BUILT_IN_SEEDS = ['demo', 'minimal'] as const
