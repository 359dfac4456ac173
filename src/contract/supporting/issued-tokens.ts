import { type Static, Type } from '@sinclair/typebox'
import { invented, published } from '../known-field.ts'
import { ClosedObject, Count } from '../resources/primitives.ts'

/** Tokens as the two token routes answer them; `expires_in` in seconds. */
export const IssuedTokens = ClosedObject({
  access_token: published(Type.String(), 'Access token for the header Access-token.', 'A-auth-7'),
  token_type: published(
    Type.Literal('bearer'),
    'Type of the token for the header Token-type.',
    'A-auth-7',
    'A-auth-10',
  ),
  refresh_token: invented(
    Type.String(),
    'Token to get the next access token with.',
    'A-auth-7',
    'A-auth-8',
  ),
  expires_in: invented(Count, 'Lifetime of the access token in seconds.', 'A-auth-7', 'A-auth-8'),
})
export type IssuedTokens = Static<typeof IssuedTokens>
