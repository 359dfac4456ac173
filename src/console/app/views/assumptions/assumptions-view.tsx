import { Page } from '../../parts/page.tsx'

/** The view Assumptions. */
export default function AssumptionsView() {
  return <Page title="Assumptions">{null}</Page>
}
