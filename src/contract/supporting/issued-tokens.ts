import { type Static, Type } from '@sinclair/typebox'
import { invented, type MarkField, published } from '../known-field.ts'
import { ClosedObject, Count } from '../resources/primitives.ts'

const tokensAs = (mark: MarkField) =>
  ClosedObject({
    access_token: mark(Type.String(), 'Access token for the header Access-token.', 'A-auth-7'),
    token_type: mark(
      Type.Literal('bearer'),
      'Type of the token for the header Token-type.',
      'A-auth-7',
      'A-auth-9',
    ),
    refresh_token: invented(
      Type.String(),
      'Token to get the next access token with.',
      'A-auth-7',
      'A-auth-8',
    ),
    expires_in: invented(Count, 'Lifetime of the access token in seconds.', 'A-auth-7', 'A-auth-8'),
  })

/** Tokens in the published response shape; `expires_in` is in seconds. */
export const IssuedTokens = tokensAs(published)

/** The same as the answer to a refresh token, which is not published. */
export const RefreshedTokens = tokensAs(invented)

export type IssuedTokens = Static<typeof IssuedTokens>
