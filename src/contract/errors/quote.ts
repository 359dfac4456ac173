/** A value as a message quotes it: JSON on one line, cut to 80 characters. */
export const quote = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 77).toWellFormed()}…` : text
}

/** How each kind of caller replaces what a seed finds taken. */
const WAYS = { http: 'send ?mode=replace', commandLine: 'use --replace' } as const

export const replaceHint = (caller: keyof typeof WAYS): string => `; ${WAYS[caller]} to replace it`
