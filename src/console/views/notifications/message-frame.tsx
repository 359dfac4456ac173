import { useMemo } from 'preact/hooks'
import { useOnce } from '../../api/loaded.ts'
import { ownFileUrl, readPicture } from '../../api/own-files.ts'
import { JsonDetails } from '../../parts/text.tsx'
import { t } from '../../texts/words.ts'

export const MessageFrame = ({ html }: { html: string }) => {
  const inert = useMemo(() => makeInert(html), [html])
  const { data: pictured } = useOnce((signal) => withOwnPictures(inert, signal), [html])
  return (
    <>
      <iframe
        class="notifications-frame"
        title={t('Content as the recipient sees it')}
        sandbox=""
        referrerpolicy="no-referrer"
        srcdoc={pictured ?? inert}
      />
      <p class="muted">{t('Content that could run or contact another host is not shown.')}</p>
      <JsonDetails label={t('HTML as it was sent')} value={html} />
    </>
  )
}

/** Elements that are left out with all that is in them; of others that are unknown the content stays. */
const LEFT_OUT = /^(?:script|x-style|iframe|title)$/

/** Elements of which the browser complains while it reads them; another name makes them unknown. */
const REFUSED = /<(\/?)(base|style)\b/gi

/** Names of attributes of which it complains, too: newer browsers do so for every document that they read. */
const HANDLER = /([\s"'/])on(?=[a-z]+\s*=)/gi

const ELEMENTS =
  /^(?:a|abbr|address|article|b|big|blockquote|br|caption|center|cite|code|col|colgroup|dd|del|details|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|header|hr|i|img|ins|kbd|li|main|mark|nav|ol|p|pre|q|s|samp|section|small|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|time|tr|u|ul)$/

/** Attributes that neither run nor load anything, and those that are looked at further. */
const ATTRIBUTES =
  /^(?:align|alt|bgcolor|border|cellpadding|cellspacing|class|color|colspan|dir|face|height|id|lang|open|rowspan|size|start|title|type|valign|width|style|href|src)$/i

/** What a style may load something with; escapes could hide it. */
const MAY_LOAD = /url|image|src|var\(|[\\@]/i

const OWN_PICTURE = 'data-own-picture'

/**
 * HTML of known elements with known attributes. What a notification may not do is held by the sandbox of its frame and the
 * policy of the page; this keeps the browser from complaining of what they refuse.
 */
const makeInert = (source: string): string => {
  const read = source
    .replace(REFUSED, '<$1x-$2')
    .replace(/<[a-z][^>]*/gi, (tag) => tag.replace(HANDLER, '$1x-on'))
  const { body } = new DOMParser().parseFromString(read, 'text/html')
  for (const element of body.querySelectorAll<HTMLElement>('*')) disarm(element)
  return body.innerHTML
}

const disarm = (element: HTMLElement): void => {
  const { localName, attributes, childNodes } = element
  if (LEFT_OUT.test(localName)) element.remove()
  else if (!ELEMENTS.test(localName)) element.replaceWith(...childNodes)
  for (const { name } of [...attributes]) if (!ATTRIBUTES.test(name)) element.removeAttribute(name)
  if (MAY_LOAD.test(element.getAttribute('style') ?? '')) element.removeAttribute('style')
  if (element.hasAttribute('href')) showLink(element)
  const source = element.getAttribute('src')
  if (source === null || /^data:image\//i.test(source)) return
  element.removeAttribute('src')
  if (ownFileUrl(source)?.split('?', 1)[0]?.includes('/_files/'))
    element.setAttribute(OWN_PICTURE, source)
}

/** Looks like a link and leads nowhere: the frame may not be left. */
const showLink = (element: HTMLElement): void => {
  element.title = element.getAttribute('href') ?? ''
  element.removeAttribute('href')
  element.style.textDecoration = 'underline'
  element.style.color ||= 'LinkText'
}

const MAX_PICTURES = 20

/** The same HTML with the pictures of this server in it: the frame has no origin to read them with. */
const withOwnPictures = async (html: string, signal: AbortSignal): Promise<string> => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const images = [...body.querySelectorAll(`img[${OWN_PICTURE}]`)].slice(0, MAX_PICTURES)
  const showPicture = async (image: Element): Promise<void> => {
    const picture = await readPicture(image.getAttribute(OWN_PICTURE), signal)
    image.setAttribute('src', await dataUrlOf(picture))
  }
  await Promise.allSettled(images.map(showPicture))
  return body.innerHTML
}

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The picture cannot be read'))
    reader.readAsDataURL(blob)
  })

const MAX_TITLE = 100

/** HTML that is read for a title; the content of a notification may be long. */
const TITLE_SOURCE = 10_000

const keptTitles = new Map<string, string>()
const MAX_KEPT = 2_000

/** The title of HTML: its first heading, or its first words. */
export const titleOf = (html: string): string => {
  const source = html.slice(0, TITLE_SOURCE)
  const title = keptTitles.get(source) ?? findTitle(source)
  if (keptTitles.size >= MAX_KEPT) keptTitles.clear()
  keptTitles.set(source, title)
  return title
}

const findTitle = (html: string): string => {
  const { body } = new DOMParser().parseFromString(makeInert(html), 'text/html')
  const heading = body.querySelector('h1, h2, h3')?.textContent || body.textContent
  const title = (heading ?? '').replace(/\s+/g, ' ').trim()
  return title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE)}…` : title
}
