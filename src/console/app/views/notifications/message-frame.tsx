import { useMemo } from 'preact/hooks'
import { useLoaded } from '../../api/loaded.ts'
import { ownFileUrl, readPicture } from '../../api/own-files.ts'
import { JsonView } from '../../parts/text.tsx'
import { t } from '../../texts/words.ts'

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

/** HTML that a frame shows without running anything and without asking another host, and what was taken out of it. */
export interface InertHtml {
  readonly html: string
  /** Names of the removed elements and attributes, each once. */
  readonly removed: readonly string[]
}

/** Elements that run, load or lead elsewhere. A style sheet would be refused by the policy of the page. */
const ACTIVE =
  'script, style, link, meta, base, iframe, frame, frameset, object, embed, applet, portal, template, noscript, svg, math, audio, video, source, track'

/** Attributes that name what a browser loads, or where it goes. */
const URL_ATTRIBUTES: ReadonlySet<string> = new Set([
  'src',
  'srcset',
  'href',
  'xlink:href',
  'action',
  'formaction',
  'background',
  'poster',
  'ping',
  'data',
  'srcdoc',
])

/**
 * Reads HTML in a document that runs and loads nothing. What a notification may not do is held by the sandbox of its frame
 * and the policy of the page; this keeps the browser from even preparing for it, and tells what is missing.
 */
const makeInert = (html: string): InertHtml => {
  const { document: parsed, hasStyles } = parseHtml(html)
  const removed = new Set<string>(hasStyles ? ['<style>'] : [])
  for (const element of parsed.querySelectorAll(ACTIVE)) {
    removed.add(`<${element.hasAttribute(BASE_MARK) ? 'base' : element.localName}>`)
    element.remove()
  }
  for (const element of parsed.body.querySelectorAll<HTMLElement>('*')) disarm(element, removed)
  return { html: parsed.body.innerHTML, removed: [...removed].sort() }
}

const disarm = (element: HTMLElement, removed: Set<string>): void => {
  const link = element.localName === 'a' ? element.getAttribute('href') : null
  const source = element.localName === 'img' ? element.getAttribute('src') : null
  const picture = source === null ? undefined : pictureOf(source)
  const isShown = (name: string): boolean =>
    (name === 'href' && link !== null) || (name === 'src' && picture !== undefined)
  for (const { name } of [...element.attributes]) {
    // A content that names the attribute itself would have any URL read, with the admin key.
    if (!isHandler(name) && !URL_ATTRIBUTES.has(name) && name !== OWN_PICTURE) continue
    element.removeAttribute(name)
    if (!isShown(name)) removed.add(`${element.localName} ${name.replace(/^data-/, '')}`)
  }
  if (picture !== undefined) element.setAttribute(...picture)
  if (link !== null) showLink(element, link)
  removePictures(element, removed)
}

const isHandler = (name: string): boolean =>
  name.startsWith('on') || name.startsWith(HANDLER_PREFIX)

/** What a property loads may be written with escapes, in a property of its own, or as the fallback of one. */
const MAY_LOAD = /url\(|image-set\(|var\(|\\/i

const removePictures = (element: HTMLElement, removed: Set<string>): void => {
  for (const property of [...element.style]) {
    const value = element.style.getPropertyValue(property)
    // The parts of a shorthand with var() have no value until it is replaced.
    const isPending = value === ''
    if (!isPending && !property.startsWith('--') && !MAY_LOAD.test(value)) continue
    element.style.removeProperty(property)
    removed.add(`${element.localName} style ${isPending ? 'var()' : property}`)
  }
}

/** A picture in the text itself is shown at once, a file of this server when it has been read. */
const pictureOf = (source: string): [attribute: string, value: string] | undefined => {
  if (/^data:image\//i.test(source)) return ['src', source]
  const url = ownPictureUrl(source)
  return url === undefined ? undefined : [OWN_PICTURE, url]
}

/** Looks like a link and leads nowhere: the frame may not be left. */
const showLink = (element: HTMLElement, link: string): void => {
  element.title = link
  element.style.textDecoration = 'underline'
  element.style.color ||= 'LinkText'
}

/** The attribute of an image that names a file of this server. */
const OWN_PICTURE = 'data-own-picture'

/** Pictures that are read for one notification. */
const MAX_PICTURES = 20

/** The URL of a file of this server on the origin of the page; undefined for other URLs. */
const ownPictureUrl = (source: string): string | undefined => {
  const url = ownFileUrl(source)
  return url?.split('?', 1)[0]?.includes('/_files/') ? url : undefined
}

/** The same HTML with the pictures of this server in it: the frame has no origin to read them with. */
const withOwnPictures = async (html: string, signal: AbortSignal): Promise<string> => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const images = [...body.querySelectorAll(`img[${OWN_PICTURE}]`)].slice(0, MAX_PICTURES)
  await Promise.all(
    images.map(async (image) => {
      const url = image.getAttribute(OWN_PICTURE) ?? ''
      // One that cannot be read leaves its alternative text.
      const data = await readPicture(url, signal)
        .then(dataUrlOf)
        .catch(() => undefined)
      if (data !== undefined) image.setAttribute('src', data)
    }),
  )
  return body.innerHTML
}

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The picture cannot be read'))
    reader.readAsDataURL(blob)
  })

/** A tag with its quoted values; one that is never closed ends with the text, so that no text is read twice. */
const TAG = /<[a-z](?:[^"'>]+|"[^"]*(?:"|$)|'[^']*(?:'|$))*/gi

const HANDLER = /([\s"'/])on(?=\w+\s*=)/gi

const STYLE_END = '</style>'
const STYLE = /<style\b[^>]{0,500}>[\s\S]*?<\/style>/gi

/** HTML that was read. */
export interface ParsedHtml {
  readonly document: Document
  /** Whether it had style sheets, which are not in the document. */
  readonly hasStyles: boolean
}

/** How attributes with event handlers begin in the document, and the mark of a link that was an element `base`. */
const HANDLER_PREFIX = 'data-on'
const BASE_MARK = 'data-base'

/**
 * Reads HTML into a document that runs and loads nothing. A browser compares event handlers, style sheets and base URLs
 * with the policy of the page while it reads, and complains of each; so they are renamed or left out before.
 */
const parseHtml = (html: string): ParsedHtml => {
  const unstyled = withoutStyles(html)
  const quiet = unstyled.replace(TAG, (tag) =>
    tag.replace(HANDLER, `$1${HANDLER_PREFIX}`).replace(/^<base\b/i, `<link ${BASE_MARK}`),
  )
  return {
    document: new DOMParser().parseFromString(quiet, 'text/html'),
    hasStyles: unstyled !== html,
  }
}

/** Searches no further than the last end of a style sheet, so that the many beginnings of none take no time. */
const withoutStyles = (html: string): string => {
  const end = html.toLowerCase().lastIndexOf(STYLE_END) + STYLE_END.length
  return end < STYLE_END.length ? html : html.slice(0, end).replace(STYLE, '') + html.slice(end)
}

/** Longer titles are cut. */
const MAX_TITLE = 100

/** HTML that is read for a title; the content of a notification may be long. */
const TITLE_SOURCE = 10_000

const keptTitles = new Map<string, string>()
const MAX_KEPT = 2_000

/** The title of HTML: that of the document, its first heading, or its first words. */
export const titleOf = (html: string): string => {
  const source = html.slice(0, TITLE_SOURCE)
  const kept = keptTitles.get(source)
  if (kept !== undefined) return kept
  const { body, title } = parseHtml(source).document
  for (const element of body.querySelectorAll('script, style, template, noscript')) element.remove()
  const heading = body.querySelector('h1, h2, h3')?.textContent ?? ''
  const found = [title, heading, body.textContent ?? ''].map(joined).find((text) => text !== '')
  if (keptTitles.size >= MAX_KEPT) keptTitles.clear()
  keptTitles.set(source, shortened(found ?? ''))
  return shortened(found ?? '')
}

const joined = (text: string): string => text.replace(/\s+/g, ' ').trim()

const shortened = (text: string): string =>
  text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE)}…` : text
