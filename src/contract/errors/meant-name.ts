import { mostLike } from './did-you-mean.ts'

export const CORRECTED_NAMES: ReadonlyMap<string, string> = new Map([
  ['createTimeFrom', 'createTimeForm'],
  ['height', 'high'],
])

/**
 * Names of one meaning each. Operations of the document differ in them; those of pages published elsewhere are
 * `groupId` in requests, `sort` and `parentCollectionId`.
 */
export const NAMES_OF_ONE_MEANING: readonly (readonly string[])[] = [
  ['page', 'pageNum'],
  ['sortBy', 'sort'],
  ['parentGroupId', 'parentCollectionId', 'parentId'],
  ['collectionId', 'groupId'],
  ['assetIdList', 'assetIds', 'objects'],
  ['userIds', 'userIdList'],
  ['crowdPackId', 'id'],
  ['contentId', 'id'],
  ['keywordList', 'searchText'],
  ['filePath', 'path'],
]

const MAX_NAME_LENGTH = 64

interface MeantName {
  readonly name: string
  readonly differsIn: 'case' | 'correction' | 'origin' | 'spelling'
}

type Names = Readonly<Record<string, unknown>>

/**
 * The known name that an unknown key of an object stands for, if any. It stands only for a name that the object has not
 * as well: then nothing is lost with it.
 */
export const meantName = (key: string, known: Names, object: Names): MeantName | undefined => {
  if (key.length > MAX_NAME_LENGTH) return undefined
  const isFree = (name: string | undefined): name is string =>
    name !== undefined && Object.hasOwn(known, name) && !Object.hasOwn(object, name)
  const folding = foldedNames(known).get(folded(key))
  if (isFree(folding)) return { name: folding, differsIn: 'case' }
  const corrected = CORRECTED_NAMES.get(key)
  if (isFree(corrected)) return { name: corrected, differsIn: 'correction' }
  const foreign = NAMES_OF_ONE_MEANING.find((names) => names.includes(key) && names.some(isFree))
  if (foreign) return { name: foreign.find(isFree) ?? '', differsIn: 'origin' }
  const names = Object.keys(known)
  const alike = mostLike(key, names) ?? names.find((name) => stemOf(name) === stemOf(key))
  return isFree(alike) ? { name: alike, differsIn: 'spelling' } : undefined
}

/** A name without what sets `userIds`, `UserIds` and `user_ids` apart. */
const folded = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase()

/** `keyword` of `keywordList` and `keywords`. */
const stemOf = (name: string): string => folded(name).replace(/list$|s$/, '')

const foldedBySchema = new WeakMap<object, ReadonlyMap<string, string>>()

/** The names of a schema by their folded forms, made when first needed. */
const foldedNames = (known: Names): ReadonlyMap<string, string> => {
  let names = foldedBySchema.get(known)
  if (!names) {
    names = new Map(Object.keys(known).map((name) => [folded(name), name]))
    foldedBySchema.set(known, names)
  }
  return names
}
