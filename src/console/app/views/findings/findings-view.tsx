import { Page } from '../../parts/page.tsx'

/** The view Findings. */
export default function FindingsView() {
  return <Page title="Findings">{null}</Page>
}
