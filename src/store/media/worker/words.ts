/** Scripts that are written without spaces: each character counts. */
const SPACELESS = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]'
const LETTER_OR_NUMBER = '[\\p{L}\\p{N}]'
/** Spaces, and the punctuation of those scripts, which is written without spaces. */
const SEPARATOR = `[[\\s\\u3000-\\u303f\\uff00-\\uffef]--${LETTER_OR_NUMBER}]`

/** Each match is one word; a run matches from its first letter or number on. */
const WORD = new RegExp(`${SPACELESS}|${LETTER_OR_NUMBER}[^${SEPARATOR}${SPACELESS}]*`, 'gv')

/**
 * The number of words: each Han or kana character is one, and so is each run of other characters between
 * spaces that has a letter or a number in it.
 */
export const countWords = (text: string): number => {
  let count = 0
  WORD.lastIndex = 0
  while (WORD.test(text)) count += 1
  return count
}
