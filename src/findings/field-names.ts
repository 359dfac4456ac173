import type { FindingCode } from '../contract/findings/finding.ts'

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

export type NameFinding = Extract<
  FindingCode,
  'corrected-name' | 'foreign-name' | 'wrong-case-name' | 'unknown-field'
>

/**
 * Judges a name in an object of a request that its schema does not have. It stands for a name of the schema only
 * where the object has not that one too: then nothing is lost with it.
 */
export const judgeName = (
  name: string,
  known: Readonly<Record<string, unknown>>,
  object: Readonly<Record<string, unknown>>,
): NameFinding => {
  if (name.length > MAX_NAME_LENGTH) return 'unknown-field'
  const isMeant = (other: string | undefined): boolean =>
    other !== undefined &&
    other !== name &&
    Object.hasOwn(known, other) &&
    !Object.hasOwn(object, other)
  if (isMeant(foldedNames(known).get(folded(name)))) return 'wrong-case-name'
  if (isMeant(CORRECTED_NAMES.get(name))) return 'corrected-name'
  const isForeign = NAMES_OF_ONE_MEANING.some(
    (names) => names.includes(name) && names.some(isMeant),
  )
  return isForeign ? 'foreign-name' : 'unknown-field'
}

/** A name without what sets `userIds`, `UserIds` and `user_ids` apart. */
const folded = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase()

const foldedBySchema = new WeakMap<object, ReadonlyMap<string, string>>()

/** The names of a schema by their folded forms, made when first needed. */
const foldedNames = (known: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> => {
  let names = foldedBySchema.get(known)
  if (!names) {
    names = new Map(Object.keys(known).map((name) => [folded(name), name]))
    foldedBySchema.set(known, names)
  }
  return names
}

/** 2001-01-01 and 2101-01-01 in epoch seconds; as milliseconds they are days of January and February 1970. */
const FIRST_SECOND = 978_307_200
const END_SECOND = 4_133_980_800

/** Whether a value that should be epoch milliseconds is an instant of this century in seconds. */
export const looksLikeSeconds = (value: unknown): boolean =>
  typeof value === 'number' && value >= FIRST_SECOND && value < END_SECOND
