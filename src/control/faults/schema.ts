import { Type } from '@sinclair/typebox'
import { Text } from '../../contract/resources/primitives.ts'

/** The query parameters of the list. */
export const FaultQuery = Type.Object({
  unused: Type.Boolean({ default: false, description: 'Only rules that have never acted' }),
})

/** The path parameters of one rule. */
export const FaultParams = Type.Object({ id: Text })
