/** Whether a text includes one of the words. */
type FindsWord = (text: string) => boolean

interface Step {
  readonly from: number
  readonly code: number
  readonly to: number
}

/** Number of UTF-16 code units. */
const CODES = 65_536

const ROOT = 0

/**
 * Searches many words at once (Aho-Corasick), in time linear in the lengths of the words and of the texts.
 */
export const wordFinder = (words: readonly string[]): FindsWord => {
  const { next, ends, levels } = trieOf(words)
  const fallbacks = [ROOT]
  const follow = (state: number, code: number): number => {
    for (let at = state; ; at = fallbacks[at] ?? ROOT) {
      const found = next.get(at * CODES + code)
      if (found !== undefined) return found
      if (at === ROOT) return ROOT
    }
  }
  for (const [depth, level] of levels.entries())
    for (const { from, code, to } of level) {
      const fallback = depth === 0 ? ROOT : follow(fallbacks[from] ?? ROOT, code)
      fallbacks[to] = fallback
      if (ends.has(fallback)) ends.add(to)
    }
  return (text) => {
    let state = ROOT
    if (ends.has(state)) return true
    for (let at = 0; at < text.length; at += 1) {
      state = follow(state, text.charCodeAt(at))
      if (ends.has(state)) return true
    }
    return false
  }
}

/** The words as a tree of characters: its steps by state and character, the states in which a word ends, and the steps by depth. */
const trieOf = (words: readonly string[]) => {
  const next = new Map<number, number>()
  const ends = new Set<number>()
  const levels: Step[][] = []
  for (const word of words) {
    let from = ROOT
    for (let at = 0; at < word.length; at += 1) {
      const code = word.charCodeAt(at)
      const known = next.get(from * CODES + code)
      const to = known ?? next.size + 1
      if (known === undefined) {
        next.set(from * CODES + code, to)
        levels[at] ??= []
        levels[at]?.push({ from, code, to })
      }
      from = to
    }
    ends.add(from)
  }
  return { next, ends, levels }
}
