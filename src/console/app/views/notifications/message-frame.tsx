import { useMemo } from 'preact/hooks'
import { JsonView } from '../../parts/json-view.tsx'
import { makeInert } from './inert-html.ts'
import { words } from './notifications-texts.ts'

/** The HTML of a notification in a frame that runs no script, has no origin and cannot be left. */
export const MessageFrame = ({ html }: { readonly html: string }) => {
  const text = words()
  const inert = useMemo(() => makeInert(html), [html])
  return (
    <>
      <iframe
        class="notifications-frame"
        title={text.content}
        sandbox=""
        referrerpolicy="no-referrer"
        srcdoc={inert.html}
      />
      {inert.removed.length > 0 && (
        <p class="notifications-removed">{text.removed(inert.removed.join(', '))}</p>
      )}
      <details>
        <summary>{text.source}</summary>
        <JsonView value={html} label={text.source} />
      </details>
    </>
  )
}
