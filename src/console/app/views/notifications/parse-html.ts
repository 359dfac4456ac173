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
export const HANDLER_PREFIX = 'data-on'
export const BASE_MARK = 'data-base'

/**
 * Reads HTML into a document that runs and loads nothing. A browser compares event handlers, style sheets and base URLs
 * with the policy of the page while it reads, and complains of each; so they are renamed or left out before.
 */
export const parseHtml = (html: string): ParsedHtml => {
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
