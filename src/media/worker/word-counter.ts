/** Scripts that are written without spaces: each character counts. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u
/** Spaces, and the marks of those scripts, after which there is no space. */
const PARTING = /[\s\u3000-\u303f\uff00-\uffef]/u

/** What a character does to the count. */
type Effect = 'ends' | 'counts' | 'makesWord' | 'none'

/**
 * Counts words: each Han or kana character is one, and so is each run of other characters between
 * spaces that has a letter or a number in it.
 */
export class WordCounter {
  #count = 0
  /** Whether the run under way is counted already. */
  #isCounted = false

  get count(): number {
    return this.#count
  }

  /** Takes the next piece of the text; a word may go on over pieces. */
  add(text: string): void {
    for (let index = 0; index < text.length; index++) {
      const code = text.codePointAt(index) ?? 0
      if (code > 0xffff) index++
      const effect = effectOf(code)
      if (effect === 'none') continue
      if (effect === 'counts' || (effect === 'makesWord' && !this.#isCounted)) this.#count++
      this.#isCounted = effect === 'makesWord'
    }
  }
}

const effectOfCharacter = (code: number): Effect => {
  const character = String.fromCodePoint(code)
  if (SPACELESS.test(character)) return 'counts'
  if (LETTER_OR_NUMBER.test(character)) return 'makesWord'
  return PARTING.test(character) ? 'ends' : 'none'
}

/** Looked up, because texts are long; beyond this plane characters are rare. */
const EFFECTS: Effect[] = Array.from({ length: 0x10000 }, (_, code) => effectOfCharacter(code))

const effectOf = (code: number): Effect => EFFECTS[code] ?? effectOfCharacter(code)
