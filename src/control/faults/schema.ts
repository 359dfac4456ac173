import { Type } from '@sinclair/typebox'
import { TextUpTo } from '../../contract/resources/primitives.ts'
import { LIMITS } from '../../limits.ts'

/** The query parameters of the list. */
export const FaultQuery = Type.Object({
  unused: Type.Boolean({ default: false, description: 'Only rules that have never acted' }),
})

/** The path parameters of one rule. */
export const FaultParams = Type.Object({
  id: TextUpTo(LIMITS.text, { description: 'Id of the rule' }),
})
