/** Words that a shell reads as they are. */
const PLAIN = /^[\w@%+=:,./-]+$/

/** A text as one word of a POSIX shell, always in quotes. */
export const quotedWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A text as one word of a POSIX shell, in quotes where it needs them. */
export const shellWord = (text: string): string => (PLAIN.test(text) ? text : quotedWord(text))
