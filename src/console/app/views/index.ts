import type { ComponentType } from 'preact'

/** A view of the console. Its script is loaded when it is opened. */
export interface View {
  readonly id: ViewId
  readonly name: { readonly en: string; readonly zh: string }
  readonly group: 'watch' | 'data' | 'control'
  readonly load: () => Promise<{ default: ComponentType }>
}

/** The part of the URL that names a view. */
export type ViewId =
  | 'calls'
  | 'findings'
  | 'coverage'
  | 'library'
  | 'approvals'
  | 'notifications'
  | 'portal'
  | 'records'
  | 'workspaces'
  | 'clock'
  | 'faults'
  | 'assumptions'
  | 'try'

/** Every view, in the order of the navigation. */
export const VIEWS: readonly View[] = [
  {
    id: 'calls',
    name: { en: 'Calls', zh: '调用' },
    group: 'watch',
    load: () => import('./calls/calls-view.tsx'),
  },
  {
    id: 'findings',
    name: { en: 'Findings', zh: '问题提示' },
    group: 'watch',
    load: () => import('./findings/findings-view.tsx'),
  },
  {
    id: 'coverage',
    name: { en: 'Coverage', zh: '覆盖率' },
    group: 'watch',
    load: () => import('./coverage/coverage-view.tsx'),
  },
  {
    id: 'try',
    name: { en: 'Try', zh: '试用' },
    group: 'watch',
    load: () => import('./try/try-view.tsx'),
  },
  {
    id: 'library',
    name: { en: 'Library', zh: '素材库' },
    group: 'data',
    load: () => import('./library/library-view.tsx'),
  },
  {
    id: 'approvals',
    name: { en: 'Approvals', zh: '审批' },
    group: 'data',
    load: () => import('./approvals/approvals-view.tsx'),
  },
  {
    id: 'notifications',
    name: { en: 'Notifications', zh: '通知' },
    group: 'data',
    load: () => import('./notifications/notifications-view.tsx'),
  },
  {
    id: 'portal',
    name: { en: 'Portal', zh: '门户' },
    group: 'data',
    load: () => import('./portal/portal-view.tsx'),
  },
  {
    id: 'records',
    name: { en: 'Records', zh: '记录' },
    group: 'data',
    load: () => import('./records/records-view.tsx'),
  },
  {
    id: 'workspaces',
    name: { en: 'Workspaces', zh: '工作区' },
    group: 'control',
    load: () => import('./workspaces/workspaces-view.tsx'),
  },
  {
    id: 'clock',
    name: { en: 'Clock', zh: '时钟' },
    group: 'control',
    load: () => import('./clock/clock-view.tsx'),
  },
  {
    id: 'faults',
    name: { en: 'Faults', zh: '故障' },
    group: 'control',
    load: () => import('./faults/faults-view.tsx'),
  },
  {
    id: 'assumptions',
    name: { en: 'Assumptions', zh: '假设' },
    group: 'control',
    load: () => import('./assumptions/assumptions-view.tsx'),
  },
]
