/** Texts by the path to each, such as `A-auth-1 variants ignored`. */
export type Texts = ReadonlyMap<string, string>

/** The texts of a nested object, with the keys that lead to each. */
export const flatTexts = (value: unknown, path = ''): Texts =>
  typeof value === 'string'
    ? new Map([[path, value]])
    : new Map(
        Object.entries(Object(value)).flatMap(([key, part]) => [
          ...flatTexts(part, `${path} ${key}`.trim()),
        ]),
      )

/** What a text names that is the same in every language. */
const namesIn = (text: string): string =>
  [...new Set(text.match(/`[^`]+`|\bE\d+\b|\bA-[a-z\d]+(?:-\d+)?/g))].sort().join(', ')

/** Differences between English texts and the Chinese ones of a kind, a line each. */
export const chineseGaps = (kind: string, english: Texts, chinese: Texts): string[] => [
  ...[...english.keys()]
    .filter((key) => !chinese.has(key))
    .map((key) => `${kind}: in English only: ${key}`),
  ...[...chinese.keys()]
    .filter((key) => !english.has(key))
    .map((key) => `${kind}: no longer used: ${key}`),
  ...[...english]
    .filter(([key, text]) => chinese.has(key) && namesIn(chinese.get(key) ?? '') !== namesIn(text))
    .map(([key, text]) => `${kind}: does not name ${namesIn(text)}: ${key}`),
]

/**
 * The texts that sources of the console have as literals: those of `known`, what is given to `t`, and sentences.
 */
export const phrasesIn = (source: string, known: ReadonlySet<string>): string[] => {
  const code = source.replaceAll(/^\s*(?:import |\/\/|\*|\/\*).*$|new Error\('.*/gm, '')
  return [...code.matchAll(/(\bt\(\s*)?(?:'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)")/g)]
    .map(([, call, single, double = '']) => ({
      call,
      text: (single ?? double).replaceAll(/\\(.)/g, '$1'),
    }))
    .filter(({ call, text }) => call || known.has(text) || /^[A-Z][a-z]+ [a-z]/.test(text))
    .map(({ text }) => text)
}
