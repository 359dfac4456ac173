import { Page } from '../../parts/page.tsx'

/** The view Approvals. */
export default function ApprovalsView() {
  return <Page title="Approvals">{null}</Page>
}
