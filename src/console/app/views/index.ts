import type { ComponentType } from 'preact'
import type { en } from '../texts/en.ts'

/** A view of the console. Its script is loaded when it is opened. */
export interface View {
  /** The part of the URL that names it. */
  readonly id: keyof typeof en.views
  readonly group: 'watch' | 'data' | 'control'
  readonly load: () => Promise<{ default: ComponentType }>
}

/** Every view, in the order of the navigation. */
export const VIEWS: readonly View[] = [
  { id: 'calls', group: 'watch', load: () => import('./calls/calls-view.tsx') },
  { id: 'findings', group: 'watch', load: () => import('./findings/findings-view.tsx') },
  { id: 'coverage', group: 'watch', load: () => import('./coverage/coverage-view.tsx') },
  { id: 'try', group: 'watch', load: () => import('./try/try-view.tsx') },
  { id: 'library', group: 'data', load: () => import('./library/library-view.tsx') },
  { id: 'approvals', group: 'data', load: () => import('./approvals/approvals-view.tsx') },
  {
    id: 'notifications',
    group: 'data',
    load: () => import('./notifications/notifications-view.tsx'),
  },
  { id: 'portal', group: 'data', load: () => import('./portal/portal-view.tsx') },
  { id: 'records', group: 'data', load: () => import('./records/records-view.tsx') },
  { id: 'workspaces', group: 'control', load: () => import('./workspaces/workspaces-view.tsx') },
  { id: 'clock', group: 'control', load: () => import('./clock/clock-view.tsx') },
  { id: 'faults', group: 'control', load: () => import('./faults/faults-view.tsx') },
  { id: 'assumptions', group: 'control', load: () => import('./assumptions/assumptions-view.tsx') },
]
