import { Badge } from '../../parts/badge.tsx'
import { statusWord } from './approvals-texts.ts'

const TONES: Readonly<Record<string, 'good' | 'bad' | 'accent'>> = {
  IN_PROGRESS: 'accent',
  APPROVED: 'good',
  REJECTED: 'bad',
}

/** The status of a task or an approval. */
export const TaskStatus = ({ status }: { readonly status: string }) => (
  <Badge tone={TONES[status] ?? 'plain'}>{statusWord(status)}</Badge>
)
