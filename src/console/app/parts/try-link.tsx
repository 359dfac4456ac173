import type { OperationId } from '../api/operations.ts'
import { linkTo } from '../api/place.ts'
import { texts } from '../texts/language.ts'

const words = texts({ en: { open: 'Try' }, zh: { open: '试用' } })

/** Leads from an empty view to the operation that fills it. */
export const TryLink = ({ operation }: { readonly operation: OperationId }) => (
  <a href={linkTo('try', operation)}>
    {words().open} {operation}
  </a>
)
