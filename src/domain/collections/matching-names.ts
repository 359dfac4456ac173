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
  const longestFirst = distinct(words).sort((a, b) => b.length - a.length)
  return (text) => longestFirst.every((word) => text.includes(word))
}

/** How names are compared with the keywords: not at all, with one word in SQL, or here before the search. */
export type NameFilter = 'every' | 'with-word' | 'looked-up'

/** The length up to which SQL may look for a word: the time for a name grows with it, that of a look-up here does not. */
const MAX_WORD = 64

/** Collections whose names match the keywords (A-1-7): how they are found, and the parameters of it. */
export const nameFilterFor = (
  call: ServiceContext,
  keywordList: readonly string[],
): { filter: NameFilter; word: string; matching: string } => {
  const words = keywordList.filter((word) => word !== '').map(foldCase)
  const [word = ''] = words
  if (words.length === 0) return { filter: 'every', word, matching: '[]' }
  const matchesAny = call.variant('A-1-7') === 'any'
  if (words.length === 1 && word.length <= MAX_WORD)
    return { filter: 'with-word', word, matching: '[]' }
  const matches = matchesAny ? wordFinder(words) : everyWordFinder(words)
  return { filter: 'looked-up', word, matching: JSON.stringify(idsMatching(call, matches)) }
}

const idsMatching = (call: ServiceContext, matches: (name: string) => boolean): number[] => {
  const ids: number[] = []
  for (const [id, name] of allNames(call.store).iterate()) if (matches(name)) ids.push(id)
  return ids
}
