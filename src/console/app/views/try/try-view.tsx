import { Page } from '../../parts/page.tsx'

/** The view Try. */
export default function TryView() {
  return <Page title="Try">{null}</Page>
}
