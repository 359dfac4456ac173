import { Page } from '../../parts/page.tsx'

/** The view Portal. */
export default function PortalView() {
  return <Page title="Portal">{null}</Page>
}
