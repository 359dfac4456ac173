import { closest, distance } from 'fastest-levenshtein'

/** How many letters may differ, by the length of the word: about one in three. */
const maxDifferences = (word: string): number => {
  const letters = word.replace(/^-+/, '').length
  return letters < 4 ? 1 : Math.max(2, Math.floor(letters / 3))
}

/** A hint for the end of a sentence, or nothing. */
export const didYouMean = (text: string, known: readonly string[]): string => {
  const word = text.slice(0, 100).toLowerCase()
  const names = known.map((name) => name.toLowerCase())
  const best = closest(word, names)
  if (names.length === 0 || distance(word, best) > maxDifferences(word)) return ''
  return `; did you mean "${known[names.indexOf(best)]}"?`
}
