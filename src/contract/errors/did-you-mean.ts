import { closest, distance } from 'fastest-levenshtein'

/** How many letters may differ, by the length of the word: about one in three. */
const maxDifferences = (word: string): number => {
  const letters = word.replace(/^-+/, '').length
  return letters < 4 ? 1 : Math.max(2, Math.floor(letters / 3))
}

/** The known text that is most similar to a text, ignoring case; undefined if no text is similar. */
export const mostLike = <T extends string>(text: string, known: readonly T[]): T | undefined => {
  const word = text.slice(0, 100).toLowerCase()
  const names = known.map((name) => name.toLowerCase())
  const best = closest(word, names)
  if (names.length === 0 || distance(word, best) > maxDifferences(word)) return undefined
  return known[names.indexOf(best)]
}

export const didYouMean = (text: string, known: readonly string[]): string => {
  const meant = mostLike(text, known)
  return meant === undefined ? '' : `; did you mean "${meant}"?`
}
