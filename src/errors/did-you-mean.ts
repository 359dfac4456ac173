/** How many letters may differ, by the length of the word: about one in three. */
const maxDifferences = (word: string): number => {
  const letters = word.replace(/^-+/, '').length
  return letters < 4 ? 1 : Math.max(2, Math.floor(letters / 3))
}

/** The known word that is most like another one; undefined when none is like it. */
const mostLike = (word: string, known: readonly string[]): string | undefined => {
  const ranked = known
    .map((name) => ({ name, differences: differencesOf(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.differences - b.differences)
  const [best] = ranked
  return best && best.differences <= maxDifferences(word) ? best.name : undefined
}

/** A hint for the end of a sentence, or nothing. */
export const didYouMean = (word: string, known: readonly string[]): string => {
  const meant = mostLike(word.slice(0, 100), known)
  return meant === undefined ? '' : `; did you mean "${meant}"?`
}

/** How many letters have to be put in, left out or exchanged to make one word of the other. */
const differencesOf = (left: string, right: string): number => {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1]
    for (let at = 0; at < right.length; at += 1) {
      const exchanged = (row[at] ?? 0) + (right[at] === letter ? 0 : 1)
      next.push(Math.min(exchanged, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}
