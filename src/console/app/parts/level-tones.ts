/** The tones of badges for the levels of findings. */
export const LEVEL_TONES = { error: 'bad', warning: 'warning', note: 'plain' } as const
