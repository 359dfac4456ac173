/** How each kind of caller replaces what a seed finds taken. */
const WAYS = { http: 'send ?mode=replace', commandLine: 'use --replace' } as const

/** The end of a message about what is taken and can be replaced. */
export const replaceHint = (caller: keyof typeof WAYS): string => `; ${WAYS[caller]} to replace it`
