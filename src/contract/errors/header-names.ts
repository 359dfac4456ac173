import { distance } from 'fastest-levenshtein'

/** The name without what spellings differ in: `accesstoken` of `X-Access-Token` and `access_token`. */
const coreOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^[xs][-_]/, '')
    .replaceAll(/[-_]/g, '')

const MAX_NAME = 40

/** Other names for the acting user, such as `x-api-user` and `open-user-email`. */
const OF_ACTING_USER = /^(?:openapi|open|api|acting)user(?:email|mail|id|name)?$/

/** True if a name is probably meant to be another: it differs in separators, a prefix, or one letter in six. */
export const isLikeHeader = (name: string, wanted: string): boolean => {
  if (name.length > MAX_NAME || name === wanted) return false
  const [core, wantedCore] = [coreOf(name), coreOf(wanted)]
  if (wanted === 'x-open-api-user' && OF_ACTING_USER.test(core)) return true
  return distance(core, wantedCore) <= Math.floor(wantedCore.length / 6)
}
