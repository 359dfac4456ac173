/** Scripts that are written without spaces: each character counts. */
const SPACELESS = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]'
const LETTER_OR_NUMBER = '[\\p{L}\\p{N}]'
/** Spaces, and the punctuation of those scripts, which is written without spaces. */
const SEPARATOR = `[[\\s\\u3000-\\u303f\\uff00-\\uffef]--${LETTER_OR_NUMBER}]`

const SPACELESS_CHARACTER = new RegExp(SPACELESS, 'v')
/** Each match is one word; a run matches from its first letter or number on. */
const WORD = new RegExp(`${SPACELESS}|${LETTER_OR_NUMBER}[^${SEPARATOR}${SPACELESS}]*`, 'gv')

/**
 * Counts words: each Han or kana character is one, and so is each run of other characters between
 * spaces that has a letter or a number in it. `Intl.Segmenter` takes many times as long, and its dictionaries
 * differ between versions of Node.
 */
export class WordCounter {
  #count = 0
  /** Whether the text so far ends in a word that may continue. */
  #isOpen = false

  get count(): number {
    return this.#count
  }

  /** Adds the next piece of the text; a word may span pieces. */
  add(text: string): void {
    // The letter stands for the open word, which is counted already.
    const piece = this.#isOpen ? `a${text}` : text
    const words = piece.match(WORD) ?? []
    this.#count += words.length - (this.#isOpen ? 1 : 0)
    const last = words.at(-1)
    this.#isOpen = last !== undefined && piece.endsWith(last) && !SPACELESS_CHARACTER.test(last)
  }
}
