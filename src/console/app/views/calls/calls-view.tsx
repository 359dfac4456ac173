import { Page } from '../../parts/page.tsx'

/** The view Calls. */
export default function CallsView() {
  return <Page title="Calls">{null}</Page>
}
