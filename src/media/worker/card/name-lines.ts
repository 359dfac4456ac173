const MAX_UNITS = 200
const MAX_LINES = 2
const ELLIPSIS = '…'

/** Characters by their usual width, in sizes of the font; scripts of Asia and symbols are full squares. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/^[ ijlI.,:;'!|()[\]ft]/, 0.4],
  [/^[mwMW@%&]/, 0.95],
  [/^[\u2e80-\uffff\u{10000}-\u{10ffff}]/u, 1.05],
  [/^\p{Lu}/u, 0.74],
]

/** A name as at most two lines that are no wider than so many sizes of the font. */
export const nameLines = (name: string, maxWidth: number): string[] => {
  const lines: string[] = []
  let rest = graphemesOf(name)
  while (rest.length > 0 && lines.length < MAX_LINES) {
    const isLast = lines.length === MAX_LINES - 1
    const taken = isLast ? lastLine(rest, maxWidth) : lineOf(rest, maxWidth)
    lines.push(taken.line.trim())
    rest = rest.slice(taken.length)
  }
  return lines.filter((line) => line !== '')
}

interface Taken {
  line: string
  length: number
}

const lineOf = (graphemes: readonly string[], maxWidth: number): Taken => {
  const fitting = fittingNumber(graphemes, maxWidth)
  if (fitting === graphemes.length) return { line: graphemes.join(''), length: fitting }
  const end = graphemes.slice(0, fitting).findLastIndex((grapheme) => /[\s._-]/.test(grapheme)) + 1
  const length = end > fitting / 2 ? end : fitting
  return { line: graphemes.slice(0, length).join(''), length }
}

const lastLine = (graphemes: readonly string[], maxWidth: number): Taken => {
  const fitting = fittingNumber(graphemes, maxWidth)
  if (fitting === graphemes.length) return { line: graphemes.join(''), length: fitting }
  const kept = graphemes.slice(0, fittingNumber(graphemes, maxWidth - 1))
  return { line: `${kept.join('').trimEnd()}${ELLIPSIS}`, length: graphemes.length }
}

/** How many characters from the start fit, at least one. */
const fittingNumber = (graphemes: readonly string[], maxWidth: number): number => {
  let width = 0
  const end = graphemes.findIndex((grapheme) => {
    width += WIDTHS.find(([characters]) => characters.test(grapheme))?.[1] ?? 0.64
    return width > maxWidth
  })
  return end === -1 ? graphemes.length : Math.max(1, end)
}

/** What a reader sees as characters, without those that nobody sees or that turn the line around. */
const graphemesOf = (name: string): string[] => {
  const clean = name
    .slice(0, MAX_UNITS)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu, '')
    .trim()
  return [...new Intl.Segmenter('en').segment(clean)].map(({ segment }) => segment)
}
