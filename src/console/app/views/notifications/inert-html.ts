import { OWN_PICTURE, ownPictureUrl } from './own-pictures.ts'
import { BASE_MARK, HANDLER_PREFIX, parseHtml } from './parse-html.ts'

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
export const makeInert = (html: string): InertHtml => {
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
