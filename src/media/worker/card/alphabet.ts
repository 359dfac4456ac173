/** Height of every letter; the pen goes from 0 to here. */
export const LETTER_HEIGHT = 14

const GAP = 5

/** What the pen draws for a letter, and how far it comes to the right. */
type Letter = readonly [width: number, path: string]

/**
 * Letters drawn by us, because a machine without fonts must still be able to say which file a card
 * stands for.
 */
const LETTERS: ReadonlyMap<string, Letter> = new Map(
  Object.entries<Letter>({
    A: [10, 'M0 14L5 0L10 14M1.8 9H8.2'],
    B: [9.8, 'M5.5 6.5H0M5.5 6.5A3.25 3.25 0 0 0 5.5 0H0V14H6A3.75 3.75 0 0 0 6 6.5H5.5'],
    C: [9.8, 'M9.8 3.5A5 5 0 0 0 0 5V9A5 5 0 0 0 9.8 10.5'],
    D: [10, 'M0 0V14H4A6 6 0 0 0 10 8V6A6 6 0 0 0 4 0Z'],
    E: [9, 'M9 0H0V14H9M0 7H7.5'],
    F: [9, 'M9 0H0V14M0 7H7.5'],
    G: [10, 'M9.8 3.5A5 5 0 0 0 0 5V9A5 5 0 0 0 10 9V7.5H5.5'],
    H: [10, 'M0 0V14M10 0V14M0 7H10'],
    I: [0, 'M0 0V14'],
    J: [8, 'M8 0V10A4 4 0 0 1 0 10'],
    K: [10, 'M0 0V14M9.5 0L0 8.5M3.4 5.6L10 14'],
    L: [8.5, 'M0 0V14H8.5'],
    M: [12, 'M0 14V0L6 8.5L12 0V14'],
    N: [10, 'M0 14V0L10 14V0'],
    O: [10, 'M5 0A5 5 0 0 0 0 5V9A5 5 0 0 0 10 9V5A5 5 0 0 0 5 0Z'],
    P: [9.8, 'M0 14V0H5.8A4 4 0 0 1 5.8 8H0'],
    Q: [10, 'M5 0A5 5 0 0 0 0 5V9A5 5 0 0 0 10 9V5A5 5 0 0 0 5 0ZM6 9.8L10.4 14.4'],
    R: [10, 'M0 14V0H5.8A4 4 0 0 1 5.8 8H0M5.4 8L10 14'],
    S: [
      9.8,
      'M9.4 2.8C8.6 1 7 0 5 0C2.2 0 .4 1.5 .4 3.6C.4 8.6 9.7 5.6 9.7 10.4C9.7 12.6 7.8 14 5 14C2.6 14 .9 12.9 .2 11',
    ],
    T: [10, 'M0 0H10M5 0V14'],
    U: [10, 'M0 0V9A5 5 0 0 0 10 9V0'],
    V: [10, 'M0 0L5 14L10 0'],
    W: [14, 'M0 0L3.5 14L7 3L10.5 14L14 0'],
    X: [10, 'M0 0L10 14M10 0L0 14'],
    Y: [10, 'M0 0L5 7.2L10 0M5 7.2V14'],
    Z: [10, 'M0 0H10L0 14H10'],
    0: [8.4, 'M4.2 0A4.2 4.2 0 0 0 0 4.2V9.8A4.2 4.2 0 0 0 8.4 9.8V4.2A4.2 4.2 0 0 0 4.2 0Z'],
    1: [4, 'M0 3L4 0V14'],
    2: [9.3, 'M.3 3.6A4.4 4.4 0 0 1 9 4.2C9 7.5 3 10.5 0 14H9.3'],
    3: [
      9.3,
      'M.5 2.4C1.2 .9 2.6 0 4.6 0C7.2 0 8.8 1.4 8.8 3.4C8.8 5.4 7.2 6.7 4.8 6.7H3.4M4.8 6.7C7.6 6.7 9.3 8 9.3 10.2C9.3 12.5 7.4 14 4.6 14C2.3 14 .7 13 0 11.3',
    ],
    4: [9.6, 'M7 14V0L0 9.8H9.6'],
    5: [
      9.3,
      'M8.6 0H1.4L.7 6.4C1.7 5.6 3 5.2 4.5 5.2C7.4 5.2 9.3 6.9 9.3 9.5C9.3 12.2 7.3 14 4.5 14C2.4 14 .8 13.2 0 11.6',
    ],
    6: [9.2, 'M7.2 0C3 2.4 0 5.6 0 9.4A4.6 4.6 0 1 0 .2 8'],
    7: [9.2, 'M0 0H9.2L3.2 14'],
    8: [
      8.8,
      'M4.4 0A3.4 3.3 0 0 0 4.4 6.6A3.4 3.3 0 0 0 4.4 0ZM4.4 6.6A4.2 3.7 0 0 0 4.4 14A4.2 3.7 0 0 0 4.4 6.6Z',
    ],
    9: [9.2, 'M2 14C6.2 11.6 9.2 8.4 9.2 4.6A4.6 4.6 0 1 0 9 6'],
  }),
)

/** The letters of a text as one drawing, with the width of it; what has no letter here is left out. */
export const drawLetters = (text: string): { width: number; drawing: string } => {
  let width = 0
  let drawing = ''
  for (const letter of text.toUpperCase()) {
    const drawn = LETTERS.get(letter)
    if (!drawn) continue
    const left = width === 0 ? 0 : width + GAP
    drawing += `<path transform="translate(${round(left)} 0)" d="${drawn[1]}"/>`
    width = left + drawn[0]
  }
  return { width: round(width), drawing }
}

const round = (value: number): number => Math.round(value * 100) / 100
