import { quote } from './quote.ts'
import { kind } from './refusal.ts'

const WHY_INACTIVE = {
  disabled: 'disabled (status 0)',
  'logged out': 'logged out (logoutStatus 1)',
} as const

/** `The header A is`, or `The headers A, B and C are`. */
const headersAre = (names: readonly string[]): string => {
  const last = names.at(-1)
  if (names.length < 2) return `The header ${last} is`
  return `The headers ${names.slice(0, -1).join(', ')} and ${last} are`
}

/** Refusals of callers without access: `10134011` is the document's ("Errors"), the others are `9001…`. */
export const ACCESS_REFUSALS = {
  noPermission: kind(
    '10134011',
    'The acting user may not do this. The only code that the document shows.',
    () => 'User has no operation permission',
  ),

  missingHeader: kind(
    '90010001',
    'Required headers are missing; all of them are named.',
    (names: string | readonly string[], hint = '') =>
      `${headersAre([names].flat())} missing${hint}`,
    { fileStatus: 401 },
  ),
  wrongTokenType: kind(
    '90010002',
    'Token-type is not `bearer`, in any case.',
    (given: string) =>
      `Token-type must be bearer, got ${/^[\w, -]{1,20}$/.test(given) ? quote(given) : 'something else'}`,
  ),
  unknownToken: kind(
    '90010003',
    'No such access token was issued here.',
    (hint: string) => `Access-token is unknown${hint}`,
    { fileStatus: 401 },
  ),
  expiredToken: kind(
    '90010004',
    'The access token has expired.',
    (refreshPath: string) =>
      `Access-token has expired; POST refresh_token to ${refreshPath} for a new one`,
    { fileStatus: 401 },
  ),
  tokenMismatch: kind(
    '90010005',
    'Body token and header differ (variant of A-auth-1).',
    () => 'token must equal the header Access-token',
  ),
  unknownActor: kind(
    '90010006',
    'No user has the e-mail address in x-open-api-user.',
    (email: string, hint = '') =>
      `x-open-api-user names ${quote(email)}, and no user has that e-mail address${hint}`,
  ),
  unknownAppKey: kind(
    '90010007',
    'No portal application has this key.',
    (hint = '') => `X-App-Key is unknown${hint}`,
  ),
  wrongClient: kind(
    '90010008',
    'Client id or client key is wrong.',
    (hint = '') => `clientId or clientKey is wrong${hint}`,
  ),
  badRefreshToken: kind(
    '90010009',
    'The refresh token is unknown, used up or expired.',
    (hint = '; ask for a new token with clientId and clientKey') =>
      `refresh_token is unknown or has expired${hint}`,
  ),
  wrongSignature: kind(
    '90010010',
    'S-Sign is wrong (variant of A-auth-4).',
    (signed: string) =>
      `S-Sign does not match the request; expected the lower-case hex HMAC-SHA256, keyed with the app secret, of ${signed}`,
  ),
  staleTimestamp: kind(
    '90010011',
    'S-Timestamp is too far from now (variant of A-auth-4).',
    () => 'S-Timestamp must be epoch milliseconds within five minutes of now',
  ),
  usedNonce: kind(
    '90010012',
    'S-Nonce was used before (variant of A-auth-4).',
    () => 'S-Nonce was used before',
  ),
  inactiveActor: kind(
    '90010013',
    'The acting user is disabled or logged out (A-auth-12).',
    (who: string, email: string, account: 'disabled' | 'logged out') =>
      `${who} ${quote(email)}, who is ${WHY_INACTIVE[account]}; name an active user in x-open-api-user`,
  ),
} as const
