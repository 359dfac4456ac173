import { Page } from '../../parts/page.tsx'

/** The view Records. */
export default function RecordsView() {
  return <Page title="Records">{null}</Page>
}
