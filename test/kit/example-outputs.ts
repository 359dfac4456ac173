/** Placeholder in documents for output that varies: part of a line, a whole line or value, or the rest of a list. */
const REST = '…'

/** The text of a document as a pattern: `…` is anything within a line, and alone on a line any lines. */
export const outputPattern = (text: string): RegExp => {
  const lines = text.split('\n')
  const last = lines.length - 1
  const parts = lines.map((line, index) => {
    if (line === REST) return index === last ? ANY_TEXT : ANY_LINES
    const pattern = line.split(REST).map(escapeText).join('[^\\n]*?')
    const isBeforeRest = index === last - 1 && lines[last] === REST
    return index === last || isBeforeRest ? pattern : `${pattern}\\n`
  })
  return new RegExp(`^${parts.join('')}$`)
}

const ANY_LINES = '(?:[^\\n]*\\n)*?'
const ANY_TEXT = '(?:\\n[\\s\\S]*)?'

const escapeText = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** Whether a JSON value is the one of a document; `…` as a value, key or last element matches anything. */
export const isLike = (found: unknown, shown: unknown): boolean => {
  if (shown === REST) return true
  if (typeof shown === 'string')
    return typeof found === 'string' && outputPattern(shown).test(found)
  if (Array.isArray(shown)) return Array.isArray(found) && isLikeList(found, shown)
  if (typeof shown !== 'object' || shown === null) return found === shown
  return typeof found === 'object' && found !== null && isLikeObject(found, shown)
}

const isLikeList = (found: readonly unknown[], shown: readonly unknown[]): boolean => {
  const isOpen = shown.at(-1) === REST
  const elements = isOpen ? shown.slice(0, -1) : shown
  const hasLength = isOpen ? found.length >= elements.length : found.length === elements.length
  return hasLength && elements.every((element, index) => isLike(found[index], element))
}

const isLikeObject = (found: object, shown: object): boolean => {
  const { [REST]: rest, ...wanted } = shown as Record<string, unknown>
  const there = new Map<string, unknown>(Object.entries(found))
  const names = Object.keys(wanted)
  return (
    (rest !== undefined || names.length === there.size) &&
    names.every((name) => there.has(name) && isLike(there.get(name), wanted[name]))
  )
}
