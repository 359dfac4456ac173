import { Badge } from '../../parts/badge.tsx'
import { statusWord } from './approvals-texts.ts'

const TONES: ReadonlyMap<string, 'good' | 'bad' | 'accent'> = new Map([
  ['IN_PROGRESS', 'accent'],
  ['APPROVED', 'good'],
  ['REJECTED', 'bad'],
])

/** The status of a task or an approval. */
export const TaskStatus = ({ status }: { readonly status: string }) => (
  <Badge tone={TONES.get(status) ?? 'plain'}>{statusWord(status)}</Badge>
)
