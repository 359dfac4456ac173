import { Page } from '../../parts/page.tsx'

/** The view Coverage. */
export default function CoverageView() {
  return <Page title="Coverage">{null}</Page>
}
