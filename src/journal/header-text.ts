/** The number of texts that can be found again; calls of a test suite have fewer sets of headers. */
const MAX_TEXTS = 64

/** Longer headers are not kept to be found again. */
const MAX_CHARACTERS = 2_000

interface KnownText {
  readonly lines: readonly string[]
  readonly text: string
}

const known: (KnownText | undefined)[] = Array.from({ length: MAX_TEXTS })

/**
 * Names and values of headers, one a line. Clients repeat their headers, so that the journal keeps one text for many calls: one
 * of its own for each is most of the memory that an entry takes.
 */
export const headerTextOf = (lines: readonly string[]): string => {
  const characters = countCharacters(lines)
  const place = characters % MAX_TEXTS
  const last = known[place]
  if (last && isSame(last.lines, lines)) return last.text
  const text = lines.join('\n')
  if (characters <= MAX_CHARACTERS) known[place] = { lines, text }
  return text
}

const countCharacters = (lines: readonly string[]): number => {
  let count = 0
  for (const line of lines) count += line.length
  return count
}

const isSame = (one: readonly string[], other: readonly string[]): boolean => {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false
  return true
}
