import { Page } from '../../parts/page.tsx'

/** The view Clock. */
export default function ClockView() {
  return <Page title="Clock">{null}</Page>
}
