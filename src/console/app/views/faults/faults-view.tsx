import { Page } from '../../parts/page.tsx'

/** The view Faults. */
export default function FaultsView() {
  return <Page title="Faults">{null}</Page>
}
