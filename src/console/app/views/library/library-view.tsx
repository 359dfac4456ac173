import { Page } from '../../parts/page.tsx'

/** The view Library. */
export default function LibraryView() {
  return <Page title="Library">{null}</Page>
}
