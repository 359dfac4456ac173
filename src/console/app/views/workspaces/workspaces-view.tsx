import { Page } from '../../parts/page.tsx'

/** The view Workspaces. */
export default function WorkspacesView() {
  return <Page title="Workspaces">{null}</Page>
}
