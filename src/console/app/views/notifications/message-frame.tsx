import { useMemo } from 'preact/hooks'
import { useLoaded } from '../../api/loaded.ts'
import { JsonView } from '../../parts/text.tsx'
import { words } from '../../texts/words.ts'
import { makeInert } from './inert-html.ts'
import { OWN_PICTURE, withOwnPictures } from './own-pictures.ts'

/** The HTML of a notification in a frame that runs no script, has no origin and cannot be left. */
export const MessageFrame = ({ html }: { html: string }) => {
  const text = words('notifications')
  const inert = useMemo(() => makeInert(html), [html])
  const { data: pictured } = useLoaded(
    async (signal) =>
      inert.html.includes(OWN_PICTURE) ? withOwnPictures(inert.html, signal) : inert.html,
    [html],
    { isLive: false },
  )
  return (
    <>
      <iframe
        class="notifications-frame"
        title={text.content}
        sandbox=""
        referrerpolicy="no-referrer"
        srcdoc={pictured ?? inert.html}
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
