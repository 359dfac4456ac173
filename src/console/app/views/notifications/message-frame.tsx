import { useMemo } from 'preact/hooks'
import { useLoaded } from '../../api/loaded.ts'
import { JsonView } from '../../parts/text.tsx'
import { t } from '../../texts/words.ts'
import { makeInert } from './inert-html.ts'
import { OWN_PICTURE, withOwnPictures } from './own-pictures.ts'

/** The HTML of a notification in a frame that runs no script, has no origin and cannot be left. */
export const MessageFrame = ({ html }: { html: string }) => {
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
        title={t('Content as the receiver sees it')}
        sandbox=""
        referrerpolicy="no-referrer"
        srcdoc={pictured ?? inert.html}
      />
      {inert.removed.length > 0 && (
        <p class="notifications-removed">
          {t('Not shown, since it could run or ask another host: {1}.', inert.removed.join(', '))}
        </p>
      )}
      <details>
        <summary>{t('HTML as it was sent')}</summary>
        <JsonView value={html} label={t('HTML as it was sent')} />
      </details>
    </>
  )
}
