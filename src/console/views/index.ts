import type { ComponentType } from 'preact'
import type { Phrase } from '../texts/words.ts'

export interface View {
  readonly id: string
  readonly name: Phrase
  readonly group: 'Watch' | 'Data' | 'Control'
  readonly load: () => Promise<{ default: ComponentType }>
}

const view = (name: Phrase, group: View['group'], load: View['load']): View => ({
  id: name.toLowerCase(),
  name,
  group,
  load,
})

export const VIEWS: readonly [View, ...View[]] = [
  view('Overview', 'Watch', () => import('./overview/overview-view.tsx')),
  view('Calls', 'Watch', () => import('./calls/calls-view.tsx')),
  view('Findings', 'Watch', () => import('./findings/findings-view.tsx')),
  view('Coverage', 'Watch', () => import('./coverage/coverage-view.tsx')),
  view('Try', 'Watch', () => import('./try/try-view.tsx')),
  view('Library', 'Data', () => import('./library/library-view.tsx')),
  view('Approvals', 'Data', () => import('./approvals/approvals-view.tsx')),
  view('Notifications', 'Data', () => import('./notifications/notifications-view.tsx')),
  view('Portal', 'Data', () => import('./portal/portal-view.tsx')),
  view('Records', 'Data', () => import('./records/records-view.tsx')),
  view('Workspaces', 'Control', () => import('./workspaces/workspaces-view.tsx')),
  view('Clock', 'Control', () => import('./clock/clock-view.tsx')),
  view('Faults', 'Control', () => import('./faults/faults-view.tsx')),
  view('Assumptions', 'Control', () => import('./assumptions/assumptions-view.tsx')),
]
