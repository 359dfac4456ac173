export const BUILT_IN_SEEDS = ['demo', 'minimal'] as const
