import { prepared } from '../../db/store.ts'
import { distinct } from '../../kernel/lists.ts'
import { foldCase } from '../../kernel/text.ts'
import { wordFinder } from '../../kernel/word-finder.ts'
import type { ServiceContext } from '../call.ts'

const allNames = prepared((store) =>
  store.sqlite
    .prepare<[], [id: number, name: string]>('SELECT id, name_folded FROM collections')
    .raw(),
)

/** Whether a text includes every word; a long word is the likeliest to be missing, so the longest is tried first. */
const everyWordFinder = (words: readonly string[]): ((text: string) => boolean) => {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  return (text) => longestFirst.every((word) => text.includes(word))
}

/** How names are compared with the keywords (A-1-7): with a number of words in SQL, which may be none, or here before the search. */
export interface NameFilter {
  readonly words: number | 'looked-up'
  readonly matchesAny: boolean
}

/** The words that SQL may look for: the time for a name grows with their number and length, that of a look-up here does not. */
const IN_SQL = { words: 4, characters: 64 }

/** A filter with its parameters: `word0` and on, or the ids that were looked up. */
export interface BoundNameFilter {
  readonly filter: NameFilter
  readonly parameters: Readonly<Record<string, string>>
}

/** The filter for keywords. */
export const nameFilterFor = (
  call: ServiceContext,
  keywordList: readonly string[],
): BoundNameFilter => {
  const words = distinct(keywordList.filter((word) => word !== '').map(foldCase))
  const matchesAny = words.length === 0 || call.variant('A-1-7') === 'any'
  if (words.length > IN_SQL.words || words.some(({ length }) => length > IN_SQL.characters)) {
    const matches = matchesAny ? wordFinder(words) : everyWordFinder(words)
    const matching = JSON.stringify(idsMatching(call, matches))
    return { filter: { words: 'looked-up', matchesAny: true }, parameters: { matching } }
  }
  const named = words.length < 2 ? words : repeatedTo(IN_SQL.words, words)
  return {
    filter: { words: named.length, matchesAny: matchesAny || words.length === 1 },
    parameters: Object.fromEntries(named.map((word, index) => [`word${index}`, word])),
  }
}

/** Words repeated up to a number of them, which changes no result and needs no statement for each number. */
const repeatedTo = (count: number, words: readonly string[]): string[] =>
  Array.from({ length: count }, (_, index) => words[index % words.length] ?? '')

const idsMatching = (call: ServiceContext, matches: (name: string) => boolean): number[] => {
  const ids: number[] = []
  for (const [id, name] of allNames(call.store).iterate()) if (matches(name)) ids.push(id)
  return ids
}
