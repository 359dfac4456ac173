import { Page } from '../../parts/page.tsx'

/** The view Notifications. */
export default function NotificationsView() {
  return <Page title="Notifications">{null}</Page>
}
