/** The text of a document with other words in place of some; all at once, so that none is replaced twice. */
export const replaceWords = (text: string, words: ReadonlyMap<string, string>): string => {
  const known = [...words.keys()].filter((word) => words.get(word) !== word)
  if (known.length === 0) return text
  known.sort((one, two) => two.length - one.length)
  const pattern = new RegExp(`(?:${known.map(wholeWord).join('|')})(?!\\w)`, 'g')
  return text.replaceAll(pattern, (word) => JSON.stringify(words.get(word)).slice(1, -1))
}

/** A path can follow a host; a code follows no other digit. */
const wholeWord = (word: string): string =>
  (word.startsWith('/') ? '' : '(?<!\\w)') + word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
