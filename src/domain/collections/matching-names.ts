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

/**
 * Collections whose names match the keywords (A-1-7), found in one pass; undefined when no keyword counts.
 */
export const idsMatching = (
  call: ServiceContext,
  keywordList: readonly string[],
): number[] | undefined => {
  const words = keywordList.filter((word) => word !== '').map(foldCase)
  if (words.length === 0) return undefined
  const matches = call.variant('A-1-7') === 'any' ? wordFinder(words) : everyWordFinder(words)
  const ids: number[] = []
  for (const [id, name] of allNames(call.store).iterate()) if (matches(name)) ids.push(id)
  return ids
}
