import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, Count } from '../resources/primitives.ts'

/** Tokens as the two token routes answer them; `expires_in` in seconds. */
export const IssuedTokens = ClosedObject({
  access_token: Type.String(),
  token_type: Type.Literal('bearer'),
  refresh_token: Type.String(),
  expires_in: Count,
})
export type IssuedTokens = Static<typeof IssuedTokens>
