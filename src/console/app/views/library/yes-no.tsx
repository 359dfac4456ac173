import { Badge } from '../../parts/badge.tsx'
import { words } from './library-texts.ts'

/** Yes or no as a badge. */
export const YesNo = ({ value }: { readonly value: boolean }) => (
  <Badge tone={value ? 'good' : 'plain'}>{value ? words().yes : words().no}</Badge>
)
