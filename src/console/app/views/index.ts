import type { ComponentType } from 'preact'
import type { Phrase } from '../texts/words.ts'

/** A view of the console. Its script is loaded when it is opened. */
export interface View {
  /** The part of the URL that names it. */
  readonly id: string
  readonly name: Phrase
  readonly group: 'Watch' | 'Data' | 'Control'
  readonly load: () => Promise<{ default: ComponentType }>
}

/** Every view, in the order of the navigation. */
export const VIEWS: readonly View[] = [
  { id: 'calls', name: 'Calls', group: 'Watch', load: () => import('./calls/calls-view.tsx') },
  {
    id: 'findings',
    name: 'Findings',
    group: 'Watch',
    load: () => import('./findings/findings-view.tsx'),
  },
  {
    id: 'coverage',
    name: 'Coverage',
    group: 'Watch',
    load: () => import('./coverage/coverage-view.tsx'),
  },
  { id: 'try', name: 'Try', group: 'Watch', load: () => import('./try/try-view.tsx') },
  {
    id: 'library',
    name: 'Library',
    group: 'Data',
    load: () => import('./library/library-view.tsx'),
  },
  {
    id: 'approvals',
    name: 'Approvals',
    group: 'Data',
    load: () => import('./approvals/approvals-view.tsx'),
  },
  {
    id: 'notifications',
    name: 'Notifications',
    group: 'Data',
    load: () => import('./notifications/notifications-view.tsx'),
  },
  { id: 'portal', name: 'Portal', group: 'Data', load: () => import('./portal/portal-view.tsx') },
  {
    id: 'records',
    name: 'Records',
    group: 'Data',
    load: () => import('./records/records-view.tsx'),
  },
  {
    id: 'workspaces',
    name: 'Workspaces',
    group: 'Control',
    load: () => import('./workspaces/workspaces-view.tsx'),
  },
  { id: 'clock', name: 'Clock', group: 'Control', load: () => import('./clock/clock-view.tsx') },
  {
    id: 'faults',
    name: 'Faults',
    group: 'Control',
    load: () => import('./faults/faults-view.tsx'),
  },
  {
    id: 'assumptions',
    name: 'Assumptions',
    group: 'Control',
    load: () => import('./assumptions/assumptions-view.tsx'),
  },
]
