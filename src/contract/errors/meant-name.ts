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
  ['assetIdList', 'assetIds', 'objects', 'assetElementIdList'],
  ['userIds', 'userIdList'],
  ['crowdPackId', 'id'],
  ['contentId', 'id'],
  ['creativeId', 'id'],
  ['portalId', 'id'],
  ['blockId', 'id'],
  ['keywordList', 'searchText'],
  ['filePath', 'path'],
]

const MAX_NAME_LENGTH = 64

/** Other words for a required name, which no operation has. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['appkey', 'clientId'],
  ['appid', 'clientId'],
  ['appsecret', 'clientKey'],
  ['clientsecret', 'clientKey'],
  ['year', 'createDate'],
])

/** The shortest part of a name that says what it is: `html` of `htmlContent`, `name` of `attrValueName`. */
const MIN_PART_LENGTH = 4

/** True if an unknown key is probably meant to be a required name that is missing: by a synonym, or as the start or end of one another. */
export const standsFor = (key: string, missing: string): boolean => {
  if (key.length > MAX_NAME_LENGTH) return false
  const [sent, wanted] = [folded(key), folded(missing)]
  if (SYNONYMS.get(sent) === missing) return true
  const [short, long] = sent.length < wanted.length ? [sent, wanted] : [wanted, sent]
  return short.length >= MIN_PART_LENGTH && (long.startsWith(short) || long.endsWith(short))
}

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
